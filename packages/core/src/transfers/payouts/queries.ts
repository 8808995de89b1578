import { type Insertable, type Selectable, sql } from 'kysely';
import type { ApprovalRule } from '../../accounts/approvals/limits.ts';
import { type BalanceKey, sumOf } from '../../ledger/balances/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { PayoutTable } from '../../platform/database/tables/payouts.ts';

export type Payout = Selectable<PayoutTable>;

/** @returns the row as it was written; undefined when another payout has the reference */
export function insertPayout(tx: Connection, payout: Insertable<PayoutTable>): Promise<Payout | undefined> {
  return tx
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Reads an account's balance and its currency's rule for approval in one statement, as every payout needs both.
 *
 * @returns the balance, in which a credit is negative, and the rule, in which all limits are null if there is none
 */
export async function readFunds(
  tx: Connection,
  key: BalanceKey,
): Promise<{ readonly amount_minor: bigint; readonly rule: ApprovalRule | undefined }> {
  const { rows } = await sql<{ amount_minor: bigint } & ApprovalRule>`
    select funds.amount_minor, rule.approval_above_minor, rule.approval_day_above_minor,
      rule.approval_recipient_above_minor
    from (select ${sumOf(key)} as amount_minor) as funds
    left join payout_rules as rule
      on rule.merchant_id = ${key.merchant_id} and rule.mode = ${key.mode} and rule.currency = ${key.currency}`.execute(
    tx,
  );
  const [found] = rows;
  return { amount_minor: found?.amount_minor ?? 0n, rule: found };
}
