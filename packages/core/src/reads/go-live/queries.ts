import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import { keysOf } from '../../platform/database/records/queries.ts';

/** An account of a merchant, and one of the operators that it collects with. */
export interface Way {
  readonly merchant_id: string;
  readonly account_id: string;
  readonly operator: string;
}

/** The payment and the refund that went through an account with an operator in live mode, if any. */
export interface Evidence extends Way {
  readonly paid_id: string | null;
  readonly paid_at: Date | null;
  readonly returned_id: string | null;
  readonly refund_id: string | null;
  readonly returned_at: Date | null;
}

/** The number of an operator's newest attempts among which the last success of one account is looked for. */
const attempts_read_max = 200;

/**
 * Finds the newest payment that succeeded through each account and operator, among the operator's last attempts, and
 * the first refund that arrived, whenever that was: an account has few refunds, and stays proven.
 */
export async function findEvidence(db: Connection, ways: readonly Way[]): Promise<readonly Evidence[]> {
  if (ways.length === 0) return [];
  const { rows } = await sql<Evidence>`
    select
      wanted.merchant_id, wanted.account_id, wanted.operator,
      paid.payment_id as paid_id, paid.settled_at as paid_at,
      returned.payment_id as returned_id, returned.id as refund_id, returned.refunded_at as returned_at
    from ${keysOf(ways, 'merchant_id text, account_id text, operator text')}
    left join lateral (
      select recent.payment_id, recent.settled_at
      from (
        select payment_id, account_id, status, settled_at from attempts
        where operator = wanted.operator and merchant_id = wanted.merchant_id and mode = 'live'
        order by payment_id desc limit ${attempts_read_max}
      ) as recent
      where recent.account_id = wanted.account_id and recent.status = 'success'
      order by recent.payment_id desc limit 1
    ) as paid on true
    left join lateral (
      select id, payment_id, refunded_at from refunds
      where mode = 'live' and merchant_id = wanted.merchant_id and account_id = wanted.account_id
        and operator = wanted.operator and status = 'success'
      order by created_at limit 1
    ) as returned on true`.execute(db);
  return rows;
}
