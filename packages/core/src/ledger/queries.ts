import type { Insertable, Selectable } from 'kysely';
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
 */
export async function insertLedgerTransaction(
  tx: Connection,
  transaction: Insertable<LedgerTransactionTable>,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const { merchant_id, mode } = transaction;
  const changes = entries.map(({ currency, account, amount_minor }) => ({
    merchant_id,
    mode,
    currency,
    account,
    amount_minor,
    kind: transaction.kind,
    at: transaction.created_at,
    movements: 1,
  }));
  await tx
    .with('booked', (with_) => with_.insertInto('ledger_transactions').values(transaction))
    .with('entered', (with_) => with_.insertInto('ledger_entries').values(entries))
    .insertInto('balance_changes')
    .values(changes)
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
export async function insertLedgerTransactions(tx: Connection, bookings: readonly Booking[]): Promise<void> {
  const changes = new Map<string, Insertable<BalanceChangeTable>>();
  for (let at = 0; at < bookings.length; at += bookings_at_once) {
    const some = bookings.slice(at, at + bookings_at_once);
    const transactions = some.map(({ transaction }) => transaction);
    const entries = some.flatMap((booking) => booking.entries);
    await tx.insertInto('ledger_transactions').values(transactions).execute();
    await tx.insertInto('ledger_entries').values(entries).execute();
  }
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
  if (changes.size > 0)
    await tx
      .insertInto('balance_changes')
      .values([...changes.values()])
      .execute();
}

/** Lists a payment's entries with the kind of their transaction, in the order of booking. */
export function listPaymentEntries(db: Connection, merchant_id: string, payment_id: string) {
  return selectEntries(db, merchant_id).where('transaction.payment_id', '=', payment_id).execute();
}

/** Lists a payout's entries, like {@link listPaymentEntries}. */
export function listPayoutEntries(db: Connection, merchant_id: string, payout_id: string) {
  return selectEntries(db, merchant_id).where('transaction.payout_id', '=', payout_id).execute();
}

/** Lists a refund's entries, like {@link listPaymentEntries}. */
export function listRefundEntries(db: Connection, merchant_id: string, refund_id: string) {
  return selectEntries(db, merchant_id).where('transaction.refund_id', '=', refund_id).execute();
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

/** Whether a merchant has any booking of a kind, in either mode. */
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
