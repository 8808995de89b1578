import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { RefundTable } from '../../platform/database/tables/refunds.ts';
import { selectTransfers } from '../queries.ts';

export type Refund = Selectable<RefundTable>;

export async function insertRefund(tx: Connection, refund: Insertable<RefundTable>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

/** Lists the refunds of a payment, oldest first. */
export function listRefunds(db: Connection, merchant_id: string, payment_id: string): Promise<Refund[]> {
  return selectTransfers<Refund>(db, { noun: 'refund', columns: [] })
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('id')
    .execute();
}

/** Lists the ids of the people who resolved a refund of the payment as not paid or reversed, each once. */
export async function listReturners(
  tx: Connection,
  { merchant_id, payment_id }: Pick<Refund, 'merchant_id' | 'payment_id'>,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('resolutions')
    .select('user_id')
    .distinct()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .where('object_type', '=', 'refund')
    .where('verdict', 'in', ['not_paid', 'reversed'])
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** The sums of an attempt's refunds, in minor units, except those that failed or were reversed. */
export interface ReturnedSums {
  /** Refunded from one source, and the service's fee in that. */
  readonly returned_minor: bigint;
  readonly returned_fee_minor: bigint;
  /** Refunded from all sources. */
  readonly returned_in_all_minor: bigint;
}

/**
 * Sums an attempt's refunds. The caller has locked the payment.
 *
 * @returns the sums; also, across all sources, the id of the refund that is still open, and the number of refunds,
 * including failed ones
 */
export function sumReturned(
  tx: Connection,
  {
    merchant_id,
    payment_id,
    attempt_id,
    source,
  }: Pick<Refund, 'merchant_id' | 'payment_id' | 'attempt_id' | 'source'>,
): Promise<ReturnedSums & { readonly open_id: string | null; readonly refunds: number }> {
  // Refunds whose money the customer has received, or may still receive.
  const counts = sql`status not in ('failed', 'reversed')`;
  const counts_here = sql`${counts} and source = ${source}`;
  return tx
    .selectFrom('refunds')
    .select([
      sql<bigint>`coalesce(sum(amount_minor) filter (where ${counts_here}), 0)::bigint`.as('returned_minor'),
      sql<bigint>`coalesce(sum(fee_minor) filter (where ${counts_here}), 0)::bigint`.as('returned_fee_minor'),
      sql<bigint>`coalesce(sum(amount_minor) filter (where ${counts}), 0)::bigint`.as(
        'returned_in_all_minor',
      ),
      sql<number>`count(*)::int`.as('refunds'),
      sql<string | null>`min(id) filter (where status in ('pending', 'processing'))`.as('open_id'),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .where('attempt_id', '=', attempt_id)
    .executeTakeFirstOrThrow();
}

/**
 * Whether a collection has a refund that was sent as a refund, not as a payout, and did not fail.
 *
 * @param other_than id of a refund to leave out
 */
export async function hasRefundAsSuch(
  tx: Connection,
  { merchant_id, payment_id, attempt_id }: Pick<Refund, 'merchant_id' | 'payment_id' | 'attempt_id'>,
  other_than = '',
): Promise<boolean> {
  const found = await tx
    .selectFrom('refunds')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .where('attempt_id', '=', attempt_id)
    .where('id', '!=', other_than)
    .where('method', '=', 'refund')
    .where('status', '!=', 'failed')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
