import { lowestIdAt } from '@guichet/kernel/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../database/connect.ts';
import type { BalanceKey } from '../queries.ts';

/** From a moment on, and before another; null: until now. */
export interface Period {
  readonly since: Date;
  readonly until: Date | null;
}

/** A movement of one account. */
export interface Movement {
  readonly id: string;
  readonly kind: string;
  /** A debit is positive, a credit negative. */
  readonly amount_minor: bigint;
  readonly payment_id: string | null;
  readonly payout_id: string | null;
  readonly refund_id: string | null;
  readonly created_at: Date;
}

/** Ids carry the time at which they were made, by the clock that writes `created_at` a moment before or after. */
const slack_ms = 60 * 60 * 1000;

/** What an account moved in a period, by what for. */
export async function sumMovements(
  db: Connection,
  key: BalanceKey,
  period: Period,
): Promise<{ kind: string; amount_minor: bigint; count: bigint }[]> {
  const { rows } = await sql<{ kind: string; amount_minor: bigint; count: bigint }>`
    select kind, sum(amount_minor)::bigint as amount_minor, count(*) as count
    ${movements(key, period)}
    group by kind
    order by kind`.execute(db);
  return rows;
}

/** @param from.after oldest first, those with higher ids; `before`: newest first, those with lower ids; null: from the end */
export async function listMovements(
  db: Connection,
  key: BalanceKey,
  period: Period,
  from: { readonly after: string | null } | { readonly before: string | null },
  limit: number,
): Promise<Movement[]> {
  const [order, bound] =
    'after' in from
      ? [sql`asc`, from.after === null ? sql`` : sql`and entry.transaction_id > ${from.after}`]
      : [sql`desc`, from.before === null ? sql`` : sql`and entry.transaction_id < ${from.before}`];
  const { rows } = await sql<Movement>`
    select entry.transaction_id as id, kind, amount_minor, payment_id, payout_id, refund_id, created_at
    ${movements(key, period)} ${bound}
    order by entry.transaction_id ${order}
    limit ${limit}`.execute(db);
  return rows;
}

/** A transaction moves an account once. */
function movements(key: BalanceKey, { since, until }: Period): RawBuilder<unknown> {
  const idAt = (moment: Date, slack: number) =>
    lowestIdAt('ledger_transaction', new Date(moment.getTime() + slack));
  const ended =
    until === null
      ? sql``
      : sql`and created_at < ${until} and entry.transaction_id < ${idAt(until, slack_ms)}`;
  return sql`
    from ledger_entries as entry
    join ledger_transactions as booked on booked.merchant_id = entry.merchant_id and booked.id = entry.transaction_id
    where entry.merchant_id = ${key.merchant_id} and booked.mode = ${key.mode} and entry.account = ${key.account}
      and entry.currency = ${key.currency} and entry.transaction_id >= ${idAt(since, -slack_ms)}
      and created_at >= ${since} ${ended}`;
}
