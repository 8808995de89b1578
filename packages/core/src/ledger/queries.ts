import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../platform/database/connect.ts';
import type {
  BalanceChangeTable,
  LedgerEntryTable,
  LedgerTransactionTable,
} from '../platform/database/tables/ledger.ts';
import type { PostingKind } from './kinds.ts';

export type LedgerTransaction = Selectable<LedgerTransactionTable>;
export type LedgerEntry = Selectable<LedgerEntryTable>;

/**
 * Inserts a transaction with its entries and the balance change of each: rows are only added, so that nobody
 * waits for anybody. The database checks at commit that the entries balance.
 *
 * A time before the end of a period that was read as closed becomes that end.
 */
export async function insertLedgerTransaction(
  tx: Connection,
  transaction: Insertable<LedgerTransactionTable>,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const { merchant_id, mode, created_at } = transaction;
  const bookingTime = sql<Date>`booking_time(${merchant_id}, ${mode}, ${created_at}::timestamptz)`;
  const at = sql<Date>`(select at from booking)`;
  const changes = entries.map(({ currency, account, amount_minor }) => ({
    merchant_id,
    mode,
    currency,
    account,
    amount_minor,
    kind: transaction.kind,
    at,
    movements: 1,
  }));
  await tx
    .with('booking', (with_) => with_.selectNoFrom(bookingTime.as('at')))
    .with('booked', (with_) =>
      with_.insertInto('ledger_transactions').values({ ...transaction, created_at: at }),
    )
    .with('entered', (with_) => with_.insertInto('ledger_entries').values(entries))
    .insertInto('balance_changes')
    .values(changes)
    .execute();
}

/**
 * Finds the time at which a booking can be made: the requested one, or the end of the closed period that contains it.
 *
 * @returns the times, by what was wanted in milliseconds since 1970
 */
async function bookingTimes(
  tx: Connection,
  { merchant_id, mode }: Pick<LedgerTransaction, 'merchant_id' | 'mode'>,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ wanted: Date; at: Date }>`
    select wanted, booking_time(${merchant_id}, ${mode}, wanted) as at
    from unnest(${[...wanted].map((ms) => new Date(ms).toISOString())}::timestamptz[]) as wanted`.execute(tx);
  return new Map(rows.map((row) => [row.wanted.getTime(), row.at]));
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
 * Waits until every booking that is under way is committed or rolled back, and lets later ones be booked only from that
 * time on.
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

/** A transaction with its entries. */
export interface Booking {
  readonly transaction: Insertable<LedgerTransactionTable>;
  readonly entries: readonly LedgerEntry[];
}

/** Bookings of one statement: PostgreSQL takes at most 65,535 values. */
const bookings_at_once = 1_000;

/** Inserts bookings of one merchant and mode, with one balance change for each account. */
export async function insertLedgerTransactions(tx: Connection, wanted: readonly Booking[]): Promise<void> {
  const bookings = await atBookingTimes(tx, wanted);
  for (let at = 0; at < bookings.length; at += bookings_at_once) {
    const some = bookings.slice(at, at + bookings_at_once);
    const transactions = some.map(({ transaction }) => transaction);
    const entries = some.flatMap((booking) => booking.entries);
    await tx.insertInto('ledger_transactions').values(transactions).execute();
    await tx.insertInto('ledger_entries').values(entries).execute();
  }
  const changes = sumChanges(bookings);
  if (changes.length > 0) await tx.insertInto('balance_changes').values(changes).execute();
}

async function atBookingTimes(tx: Connection, wanted: readonly Booking[]): Promise<readonly Booking[]> {
  const [first] = wanted;
  if (!first) return [];
  const { merchant_id, mode } = first.transaction;
  const times = await bookingTimes(
    tx,
    { merchant_id, mode },
    new Set(wanted.map(({ transaction }) => transaction.created_at.getTime())),
  );
  return wanted.map(({ transaction, entries }) => {
    const { created_at } = transaction;
    return {
      transaction: { ...transaction, created_at: times.get(created_at.getTime()) ?? created_at },
      entries,
    };
  });
}

function sumChanges(bookings: readonly Booking[]): Insertable<BalanceChangeTable>[] {
  const changes = new Map<string, Insertable<BalanceChangeTable>>();
  for (const { transaction, entries } of bookings) {
    const { merchant_id, mode, kind, created_at: at } = transaction;
    for (const { currency, account, amount_minor } of entries) {
      const key = `${currency} ${account} ${kind} ${at.toISOString()}`;
      const { amount_minor: so_far, movements } = changes.get(key) ?? { amount_minor: 0n, movements: 0 };
      changes.set(key, {
        ...{ merchant_id, mode, currency, account, kind, at },
        amount_minor: so_far + amount_minor,
        movements: movements + 1,
      });
    }
  }
  return [...changes.values()];
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
