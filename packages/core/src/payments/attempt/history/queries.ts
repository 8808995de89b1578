import { type Selectable, sql } from 'kysely';
import type { Connection } from '../../../platform/database/connect.ts';
import type { RefundTable } from '../../../platform/database/tables/refunds.ts';
import type { Attempt } from '../queries.ts';

/** Counts the operator's reversals of an attempt so far. */
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
 * Sums the refunds of an attempt that have succeeded or are in flight, in minor units: all of them, and those that
 * were sent to the provider as a refund of the collection.
 */
export function sumRefundsOf(
  db: Connection,
  { merchant_id, payment_id, id }: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
): Promise<{ sum_minor: bigint; by_provider_minor: bigint }> {
  return db
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('sum_minor'),
      sql<bigint>`coalesce(sum(amount_minor) filter (where method = 'refund' and status <> 'pending'), 0)::bigint`.as(
        'by_provider_minor',
      ),
    ])
    .where('payment_id', '=', payment_id)
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('status', 'not in', ['failed', 'reversed'])
    .executeTakeFirstOrThrow();
}

/** Lists the refunds of an attempt that were held back because of doubt about the attempt. */
export async function listHeldBack(
  db: Connection,
  { merchant_id, payment_id, id }: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
): Promise<Pick<Selectable<RefundTable>, 'id' | 'source'>[]> {
  return db
    .selectFrom('refunds')
    .select(['id', 'source'])
    .where('payment_id', '=', payment_id)
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('status', '=', 'pending')
    .where('needs_review', '=', true)
    .execute();
}

/** Whether a refund of an attempt was ever made, even one that failed: it may still reach the customer. */
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

/** Whether an attempt was ever refused, even if it was paid afterwards. */
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

/**
 * Returns the condition that a person's last decision about an attempt's money was `settled`: the money was
 * refunded in another way, or kept by agreement. None of it is refunded after that, unless more arrives.
 *
 * @param attempts the name of the table of attempts in the statement
 */
function isSettledOtherwise(attempts: string) {
  const attempt = (column: string) => sql.ref(`${attempts}.${column}`);
  return sql<boolean>`coalesce((
    select verdict = 'settled' and created_at >= ${attempt('settled_at')}
    from resolutions
    where payment_id = ${attempt('payment_id')} and merchant_id = ${attempt('merchant_id')}
      and object_id = ${attempt('id')}
    order by position desc
    limit 1
  ), false)`;
}

/**
 * Returns the condition that money of an attempt is to be refunded, as was decided, and that no refund of it was made
 * yet. Its first part is that of the index of money to refund.
 *
 * @param attempts the name of the table of attempts in the statement
 */
export function owesRefund(attempts: string) {
  const attempt = (column: string) => sql.ref(`${attempts}.${column}`);
  const [kept, received] = [attempt('kept_minor'), attempt('received_minor')];
  return sql<boolean>`(
    (${kept} < ${received} or ${attempt('duplicate')})
    and not ${attempt('needs_review')} and ${attempt('status')} in ('success', 'held')
    and coalesce(${received}, ${attempt('charged_minor')}) - coalesce(${kept}, 0) - ${attempt('settled_minor')} > (
      select coalesce(sum(amount_minor), 0) from refunds
      where refunds.payment_id = ${attempt('payment_id')} and refunds.merchant_id = ${attempt('merchant_id')}
        and refunds.attempt_id = ${attempt('id')} and status not in ('failed', 'reversed') and source <> 'balance'
    )
    and not ${isSettledOtherwise(attempts)}
  )`;
}

/** Whether a person's last decision about the money of an attempt is that it is settled. */
export async function wasSettledOtherwise(
  db: Connection,
  { merchant_id, id }: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where(isSettledOtherwise('attempts'))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Sums the refunds of an attempt's money that is not the merchant's, except those that failed or were reversed.
 *
 * @returns also whether such refunds were made and all of them have failed
 */
export async function sumGivenBack(
  db: Connection,
  { merchant_id, payment_id, id }: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
): Promise<{ readonly returned_minor: bigint; readonly has_failed: boolean }> {
  const rows = await db
    .selectFrom('refunds')
    .select(['status', 'amount_minor'])
    .where('payment_id', '=', payment_id)
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', '=', id)
    .where('source', '<>', 'balance')
    .execute();
  const counted = rows.filter(({ status }) => status !== 'failed' && status !== 'reversed');
  const returned_minor = counted.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
  return { returned_minor, has_failed: rows.length > 0 && counted.length === 0 };
}
