import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { BalanceTable } from '../../platform/database/tables/ledger.ts';
import { accounts } from '../accounts.ts';

export type BalanceKey = Omit<Selectable<BalanceTable>, 'amount_minor'>;

/**
 * Sums a merchant's accounts in one mode: the rolled-up balance and the changes since, in one statement,
 * because a roll-up may move changes at any time. A debit is positive, a credit negative.
 */
export async function sumAccounts(
  db: Connection,
  { merchant_id, mode }: { merchant_id: string; mode: Mode },
  accounts: readonly string[],
): Promise<Pick<Selectable<BalanceTable>, 'currency' | 'account' | 'amount_minor'>[]> {
  const { rows } = await sql<{ currency: string; account: string; amount_minor: bigint }>`
    select currency, account, sum(amount_minor)::bigint as amount_minor
    from (
      select currency, account, amount_minor from balances
      where merchant_id = ${merchant_id} and mode = ${mode} and account = any (${[...accounts]}::text[])
      union all
      select currency, account, amount_minor from balance_changes
      where merchant_id = ${merchant_id} and mode = ${mode} and account = any (${[...accounts]}::text[])
    ) as parts
    group by currency, account
    order by currency, account`.execute(db);
  return rows;
}

/** Sums one account in one currency, like {@link sumAccounts}. */
export async function sumAccount(db: Connection, key: BalanceKey): Promise<bigint> {
  const { rows } = await sql<{ amount_minor: bigint }>`select ${sumOf(key)} as amount_minor`.execute(db);
  return rows[0]?.amount_minor ?? 0n;
}

/** Returns the sum of one account as an SQL expression for another statement. */
export function sumOf({ merchant_id, mode, currency, account }: BalanceKey): RawBuilder<bigint> {
  return sql<bigint>`(
    select coalesce(sum(amount_minor), 0)::bigint
    from (
      select amount_minor from balances
      where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency} and account = ${account}
      union all
      select amount_minor from balance_changes
      where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency} and account = ${account}
    ) as parts
  )`;
}

/**
 * Locks an account until the transaction ends, so that only one transaction at a time spends from it. Incoming
 * money does not wait, because it only adds changes. Sum the account in a later statement, which sees what was
 * committed meanwhile.
 */
export async function lockAccount(tx: Connection, key: BalanceKey): Promise<void> {
  await tx
    .insertInto('balances')
    .values({ ...key, amount_minor: 0n })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'mode', 'currency', 'account']).doNothing())
    .execute();
  await tx
    .selectFrom('balances')
    .select('amount_minor')
    .where('merchant_id', '=', key.merchant_id)
    .where('mode', '=', key.mode)
    .where('currency', '=', key.currency)
    .where('account', '=', key.account)
    .forUpdate()
    .execute();
}

/**
 * Folds the oldest changes into the balances, and those of merchant balances also into the hourly sums. Changes
 * that another roll-up has locked are skipped, and rows are written in the order of their keys, so that concurrent
 * roll-ups neither count twice nor deadlock.
 *
 * @returns the number of changes folded, at most `limit`
 */
export async function foldChanges(db: Connection, limit: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with folded as (
      delete from balance_changes
      where id = any (array(
        select id from balance_changes order by id limit ${limit} for update skip locked
      ))
      returning merchant_id, mode, currency, account, amount_minor, kind, hour, movements
    ), noted as (
      insert into balance_hours as hours (merchant_id, mode, currency, hour, kind, amount_minor, movements)
      select merchant_id, mode, currency, hour, kind, sum(amount_minor)::bigint, sum(movements)
      from folded
      where account = ${accounts.merchantBalance}
      group by merchant_id, mode, currency, hour, kind
      order by merchant_id, mode, currency, hour, kind
      on conflict (merchant_id, mode, currency, hour, kind) do update set
        amount_minor = hours.amount_minor + excluded.amount_minor,
        movements = hours.movements + excluded.movements
    ), added as (
      insert into balances (merchant_id, mode, currency, account, amount_minor)
      select merchant_id, mode, currency, account, sum(amount_minor)::bigint
      from folded
      group by merchant_id, mode, currency, account
      order by merchant_id, mode, currency, account
      on conflict (merchant_id, mode, currency, account)
        do update set amount_minor = balances.amount_minor + excluded.amount_minor
    )
    select count(*) as count from folded`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
