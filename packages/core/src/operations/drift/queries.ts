import { lowestIdAt } from '@guichet/kernel/ids';
import { type Selectable, sql } from 'kysely';
import { accounts } from '../../ledger/accounts.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { AccountComparisonTable, ClearingDriftTable } from '../../platform/database/tables/ledger.ts';

export interface AccountKey {
  readonly merchant_id: string;
  readonly account_id: string;
}

/** The money of an account with a provider in one currency, according to the books, in minor units. */
export interface Held {
  readonly currency: string;
  readonly booked_minor: bigint;
  /**
   * The amount that the provider may hold in addition to the booked amount: open collections, and payouts and
   * refunds booked recently.
   */
  readonly coming_minor: bigint;
  /**
   * The part of the booked amount that the provider may lack: open payouts and refunds, and collections booked
   * recently.
   */
  readonly going_minor: bigint;
}

/** The id of a booking may be older than the booking, by the duration of its transaction. */
const id_margin_ms = 60_000;

/**
 * Sums the books of an account, in one snapshot. Everything that can have moved money at the provider was
 * committed before its request was sent, so it is booked or open.
 *
 * @param lately time since which bookings may not be in the provider's balance yet
 */
export async function sumHeld(
  db: Connection,
  { merchant_id, account_id }: AccountKey,
  { lately }: { readonly lately: Date },
): Promise<readonly Held[]> {
  const clearing = accounts.operatorClearing(account_id);
  const of_merchant = sql`merchant_id = ${merchant_id} and account_id = ${account_id}`;
  const of_account = sql`merchant_id = ${merchant_id} and account = ${clearing}`;
  const from_id = lowestIdAt('ledger_transaction', new Date(lately.getTime() - id_margin_ms));
  const { rows } = await sql<Held>`
    select currency, sum(booked)::bigint as booked_minor, sum(coming)::bigint as coming_minor,
      sum(going)::bigint as going_minor
    from (
      select currency, amount_minor as booked, 0 as coming, 0 as going from balances where ${of_account}
      union all
      select currency, amount_minor, 0, 0 from balance_changes where ${of_account}
      union all
      select entry.currency, 0, greatest(-entry.amount_minor, 0), greatest(entry.amount_minor, 0)
      from ledger_transactions as booked
      join ledger_entries as entry
        on entry.merchant_id = booked.merchant_id and entry.transaction_id = booked.id
      where booked.merchant_id = ${merchant_id} and booked.id >= ${from_id} and booked.created_at >= ${lately}
        and entry.account = ${clearing}
      union all
      select currency, 0, charged_minor, 0 from attempts
      where ${of_merchant} and status in ('created', 'submitted', 'unknown')
      union all
      select currency, 0, 0, amount_minor from payouts where ${of_merchant} and status = 'processing'
      union all
      select currency, 0, 0, amount_minor from refunds where ${of_merchant} and status = 'processing'
    ) as parts
    group by currency
    order by currency`.execute(db);
  return rows;
}

/**
 * Claims accounts whose comparison is due: other processes skip them until the next comparison is due.
 *
 * @param connectors ids of the connectors that report balances
 * @param before accounts that were compared later than this are not due
 */
export async function takeDueAccounts(
  db: Connection,
  {
    connectors,
    before,
    at,
    limit,
  }: {
    readonly connectors: readonly string[];
    readonly before: Date;
    readonly at: Date;
    readonly limit: number;
  },
): Promise<readonly AccountKey[]> {
  const { rows } = await sql<AccountKey>`
    insert into account_comparisons as made (merchant_id, account_id, asked_at)
    select account.merchant_id, account.id, ${at}
    from connector_accounts as account
    left join account_comparisons as last
      on last.merchant_id = account.merchant_id and last.account_id = account.id
    where account.connector = any (${[...connectors]}::text[])
      and (last.asked_at is null or last.asked_at <= ${before})
    order by last.asked_at nulls first, account.id
    limit ${limit}
    on conflict (merchant_id, account_id) do update set asked_at = excluded.asked_at
      where made.asked_at <= ${before}
    returning merchant_id, account_id`.execute(db);
  return rows;
}

/** Lists the accounts of these connectors, oldest first. */
export function listComparable(db: Connection, connectors: readonly string[]): Promise<AccountKey[]> {
  return db
    .selectFrom('connector_accounts')
    .select(['merchant_id', 'id as account_id'])
    .where(sql<boolean>`connector = any (${[...connectors]}::text[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Records when a provider was last asked for its balance. @param problem why it did not report its balance; null when it did */
export async function saveComparison(
  db: Connection,
  row: Pick<Selectable<AccountComparisonTable>, 'merchant_id' | 'account_id' | 'asked_at' | 'problem'>,
): Promise<void> {
  await db
    .insertInto('account_comparisons')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'account_id'])
        .doUpdateSet({ asked_at: row.asked_at, problem: row.problem }),
    )
    .execute();
}

export type Drift = Selectable<ClearingDriftTable>;

/**
 * Stores the comparison of an account in a currency, with the times at which its drift began and last grew.
 *
 * @returns the row; undefined when a later comparison is stored already
 */
export async function saveDrift(
  db: Connection,
  row: Omit<Drift, 'since' | 'grown_at'>,
): Promise<Drift | undefined> {
  const { merchant_id, account_id, currency, booked_minor, reported_minor, coming_minor, going_minor } = row;
  const { drift_minor, compared_at } = row;
  const { rows } = await sql<Drift>`
    insert into clearing_drifts as known (merchant_id, account_id, currency, booked_minor, reported_minor, coming_minor,
      going_minor, drift_minor, since, grown_at, compared_at)
    values (${merchant_id}, ${account_id}, ${currency}, ${booked_minor}, ${reported_minor}, ${coming_minor},
      ${going_minor}, ${drift_minor}, case when ${drift_minor}::bigint <> 0 then ${compared_at}::timestamptz end,
      case when ${drift_minor}::bigint <> 0 then ${compared_at}::timestamptz end, ${compared_at})
    on conflict (merchant_id, account_id, currency) do update set
      booked_minor = excluded.booked_minor, reported_minor = excluded.reported_minor,
      coming_minor = excluded.coming_minor, going_minor = excluded.going_minor, drift_minor = excluded.drift_minor,
      since = case when excluded.drift_minor <> 0 then coalesce(known.since, excluded.compared_at) end,
      grown_at = case
        when excluded.drift_minor = 0 then null
        when abs(excluded.drift_minor) > abs(known.drift_minor) then excluded.compared_at
        else known.grown_at
      end,
      compared_at = excluded.compared_at
    where known.compared_at <= excluded.compared_at
    returning *`.execute(db);
  return rows[0];
}

/** Lists the currencies in which an account was compared. */
export async function listCompared(
  db: Connection,
  { merchant_id, account_id }: AccountKey,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('clearing_drifts')
    .select('currency')
    .where('merchant_id', '=', merchant_id)
    .where('account_id', '=', account_id)
    .orderBy('currency')
    .execute();
  return rows.map(({ currency }) => currency);
}

/** An account whose provider has not reported its balance for a while, in a currency or at all. */
export interface Silence {
  readonly account_id: string;
  /** Null if the account was never compared. */
  readonly currency: string | null;
  readonly compared_at: Date | null;
  readonly problem: string | null;
}

/**
 * Lists the accounts of these connectors without a comparison since a time, by currency. An account that was
 * connected after that time does not count, nor one that reported no wallet at all.
 */
export async function listSilent(
  db: Connection,
  connectors: readonly string[],
  before: Date,
): Promise<readonly Silence[]> {
  const { rows } = await sql<Silence>`
    select account.id as account_id, drift.currency, drift.compared_at, made.problem
    from connector_accounts as account
    left join account_comparisons as made
      on made.merchant_id = account.merchant_id and made.account_id = account.id
    left join clearing_drifts as drift
      on drift.merchant_id = account.merchant_id and drift.account_id = account.id
    where account.connector = any (${[...connectors]}::text[])
      and case
        when drift.currency is not null then drift.compared_at < ${before}
        else account.created_at < ${before} and (made.problem is not null or coalesce(made.asked_at < ${before}, true))
      end
    order by account.created_at, account.id, drift.currency`.execute(db);
  return rows;
}

/** A stored comparison with its account's name, and the problem of the last balance inquiry, if any. */
export type ListedDrift = Drift & { readonly name: string; readonly problem: string | null };

/** Lists the stored comparisons. @param merchant_id null for all merchants */
export async function listDrifts(
  db: Connection,
  merchant_id: string | null,
): Promise<readonly ListedDrift[]> {
  const { rows } = await sql<ListedDrift>`
    select drift.*, account.name, made.problem
    from clearing_drifts as drift
    join connector_accounts as account
      on account.merchant_id = drift.merchant_id and account.id = drift.account_id
    left join account_comparisons as made
      on made.merchant_id = drift.merchant_id and made.account_id = drift.account_id
    where ${merchant_id}::text is null or drift.merchant_id = ${merchant_id}
    order by account.created_at, account.id, drift.currency`.execute(db);
  return rows;
}
