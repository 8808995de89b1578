import { sql } from 'kysely';
import { accounts } from '../../../ledger/accounts.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';

/** Customer money missing from a payment: it was refunded, and the operator has reversed it as well. */
export interface Gap {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly payment_id: string;
  readonly account: 'suspense' | 'duplicates';
  readonly currency: string;
  /** The amount that is not covered yet; negative if more was covered than is missing. */
  readonly missing_minor: bigint;
  /** Ids of the movements that cover it, newest first. */
  readonly covers: readonly string[];
}

/**
 * Lists the payments whose customer money is missing, or was covered by more than was missing. Reads only the
 * payments with an attempt whose money was a duplicate or was not accepted in full, those with a refund of such
 * money (it may have failed before the money was accepted, and reach the customer after all), and the movements
 * that cover such money.
 *
 * @param of merchant and mode; null for all
 * @param without id of a movement to leave out
 */
export async function listGaps(
  db: Connection,
  of: { readonly merchant_id: string; readonly mode: Mode } | null,
  without = '',
): Promise<readonly Gap[]> {
  const own = of === null ? sql`true` : sql`merchant_id = ${of.merchant_id} and mode = ${of.mode}`;
  const { rows } = await sql<Gap>`
    with concerned as materialized (
      select merchant_id, mode, payment_id from attempts
      where (kept_minor < received_minor or duplicate) and ${own}
      union
      select merchant_id, mode, payment_id from refunds
      where source <> 'balance' and ${own}
    ), parts as (
      select merchant_id, booked.mode, booked.payment_id, entry.account, entry.currency,
        entry.amount_minor as lacking, 0 as covered, null as cover_id
      from concerned
      join ledger_transactions as booked using (merchant_id, payment_id)
      join ledger_entries as entry using (merchant_id)
      where entry.transaction_id = booked.id
        and entry.account in (${accounts.suspense}, ${accounts.duplicates})
      union all
      select merchant_id, mode, left(reference, length('pay_') + 26), split_part(kind, '_', 1), currency,
        0, amount_minor, id
      from ledger_movements as movement
      where ${own} and id <> ${without} and kind in ('suspense_covered', 'duplicates_covered') and approval in ('not_needed', 'approved')
        and not exists (
          select from ledger_movements as correction
          where correction.merchant_id = movement.merchant_id and correction.corrects = movement.id
            and correction.approval in ('not_needed', 'approved')
        )
    )
    select merchant_id, mode, payment_id, account, currency,
      (greatest(sum(lacking), 0) - sum(covered))::bigint as missing_minor,
      coalesce(array_agg(cover_id order by cover_id desc) filter (where cover_id is not null), '{}') as covers
    from parts
    group by 1, 2, 3, 4, 5
    having greatest(sum(lacking), 0) <> sum(covered)
    order by payment_id, account, currency`.execute(db);
  return rows;
}
