import { type Insertable, type Selectable, sql } from 'kysely';
import { chunksOf } from '../platform/database/chunks.ts';
import type { Connection } from '../platform/database/connect.ts';
import { recordsOf } from '../platform/database/records/queries.ts';
import type { LedgerEntryTable, LedgerTransactionTable } from '../platform/database/tables/ledger.ts';
import { forMany } from '../platform/groups/for-many.ts';
import type { PostingKind } from './kinds.ts';

export type LedgerTransaction = Selectable<LedgerTransactionTable>;
export type LedgerEntry = Selectable<LedgerEntryTable>;

/** A transaction with its entries. */
export interface Booking {
  readonly transaction: Insertable<LedgerTransactionTable>;
  readonly entries: readonly LedgerEntry[];
}

/**
 * Inserts a transaction with its entries and the balance change of each. Rows are only added, so no booking waits
 * for another. The database checks at commit that the entries balance.
 *
 * If the time is in a closed period, the end of that period is used instead. Statements find entries by the time in
 * their ids, so an id with a much earlier time gets the time of the booking too.
 */
export const insertLedgerTransaction = forMany<Booking, undefined>('write', async (tx, bookings) => {
  await insertLedgerTransactions(tx, bookings);
  return bookings.map(() => undefined);
});

/** Inserts bookings as {@link insertLedgerTransaction} does, with one balance change for each account and hour. */
export async function insertLedgerTransactions(tx: Connection, bookings: readonly Booking[]): Promise<void> {
  for (const some of chunksOf(bookings)) {
    await sql`
      with timed as materialized (
        select wanted.merchant_id, wanted.id, wanted.mode, wanted.kind, wanted.payment_id, wanted.attempt_id,
          wanted.payout_id, wanted.refund_id, wanted.movement_id, coalesce(wanted.round, 0) as round,
          wanted.created_at as wanted_at,
          booking_time(wanted.merchant_id, wanted.mode, wanted.created_at) as created_at
        from ${recordsOf(
          'ledger_transactions',
          some.map(({ transaction }) => transaction),
        )} as wanted
      ), booking as materialized (
        select timed.*,
          case when created_at - wanted_at < interval '30 minutes' then id else id_booked_at(id, created_at) end as booked_id
        from timed
      ), entry as materialized (
        select booking.mode, booking.kind, booking.created_at, booking.merchant_id,
          booking.booked_id as transaction_id, wanted.line, wanted.account, wanted.currency, wanted.amount_minor
        from ${recordsOf(
          'ledger_entries',
          some.flatMap(({ entries }) => entries),
        )} as wanted
        join booking on booking.merchant_id = wanted.merchant_id and booking.id = wanted.transaction_id
      ), booked as (
        insert into ledger_transactions (
          merchant_id, id, mode, kind, payment_id, attempt_id, payout_id, refund_id, movement_id, round, created_at
        )
        select merchant_id, booked_id, mode, kind, payment_id, attempt_id, payout_id, refund_id, movement_id, round, created_at
        from booking
      ), entered as (
        insert into ledger_entries (merchant_id, transaction_id, line, account, currency, amount_minor)
        select merchant_id, transaction_id, line, account, currency, amount_minor from entry
      )
      insert into balance_changes (merchant_id, mode, currency, account, amount_minor, kind, hour, movements)
      select merchant_id, mode, currency, account, sum(amount_minor), kind,
        date_trunc('hour', created_at, 'UTC') as hour, count(*)
      from entry
      group by merchant_id, mode, currency, account, kind, hour`.execute(tx);
  }
}

/** True when nothing can be booked before that time any more. */
export async function isPeriodClosed(
  db: Connection,
  { merchant_id, mode }: Pick<LedgerTransaction, 'merchant_id' | 'mode'>,
  until: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('closed_periods')
    .select('until')
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('until', '>=', until)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Waits until every booking in progress is committed or rolled back. Later bookings are dated no earlier than the
 * given time.
 *
 * @param wait_ms longest wait
 * @throws pg.DatabaseError 55P03 when a booking takes longer
 */
export async function insertClosedPeriod(
  tx: Connection,
  { merchant_id, mode }: Pick<LedgerTransaction, 'merchant_id' | 'mode'>,
  until: Date,
  wait_ms: number,
): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(wait_ms)}, true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`books ${merchant_id} ${mode}`}, 0))`.execute(tx);
  await tx
    .insertInto('closed_periods')
    .values({ merchant_id, mode, until })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'mode'])
        .doUpdateSet({ until: sql<Date>`greatest(closed_periods.until, excluded.until)` }),
    )
    .execute();
}

/** Lists a payment's entries with the kind of their transaction, in the order of booking. */
export function listPaymentEntries(db: Connection, merchant_id: string, payment_id: string) {
  return selectEntries(db, merchant_id).where('transaction.payment_id', '=', payment_id).execute();
}

/** Lists the entries of a payout or a refund, like {@link listPaymentEntries}. */
export function listTransferEntries(
  db: Connection,
  merchant_id: string,
  noun: 'payout' | 'refund',
  id: string,
) {
  return selectEntries(db, merchant_id).where(`transaction.${noun}_id`, '=', id).execute();
}

function selectEntries(db: Connection, merchant_id: string) {
  return db
    .selectFrom('ledger_transactions as transaction')
    .innerJoin('ledger_entries as entry', (join) =>
      join
        .onRef('entry.merchant_id', '=', 'transaction.merchant_id')
        .onRef('entry.transaction_id', '=', 'transaction.id'),
    )
    .select([
      'transaction.id as transaction_id',
      'transaction.kind',
      'transaction.attempt_id',
      'transaction.created_at',
      'entry.account',
      'entry.currency',
      'entry.amount_minor',
    ])
    .where('transaction.merchant_id', '=', merchant_id)
    .orderBy('transaction.id')
    .orderBy('entry.line');
}

/** True when a merchant has any booking of a kind, in either mode. */
export async function hasBooking(db: Connection, merchant_id: string, kind: PostingKind): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
