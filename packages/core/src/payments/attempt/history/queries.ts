import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/connect.ts';
import type { Attempt } from '../queries.ts';

/** Counts how often the operator has moved an attempt's money back so far. */
export async function countReversals(
  db: Connection,
  { merchant_id, id }: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('attempt_transitions')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('event', '=', 'reversed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Sums the refunds of an attempt that are made or under way, in minor units: all of them, and those made by the
 * provider as a refund of the collection.
 */
export function sumRefundsOf(
  db: Connection,
  { merchant_id, id }: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<{ sum_minor: bigint; by_provider_minor: bigint }> {
  return db
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sum_minor'),
      sql<bigint>`coalesce(sum(amount_minor) filter (where method = 'refund'), 0)::bigint`.as(
        'by_provider_minor',
      ),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('status', 'not in', ['failed', 'reversed'])
    .executeTakeFirstOrThrow();
}

/** True when a refund of an attempt was ever made, also one that failed: it may reach the customer after all. */
export async function hasRefunds(
  db: Connection,
  { merchant_id, payment_id, id }: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment_id)
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** True when an attempt was refused at any time, also if it was paid after that. */
export async function wasRefused(
  db: Connection,
  { merchant_id, id }: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('attempt_transitions')
    .select('sequence')
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('event', '=', 'refused')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
