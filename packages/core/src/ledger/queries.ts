import { type Selectable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { LedgerEntryTable, LedgerTransactionTable } from '../database/schema.ts';
import { accounts } from './accounts.ts';

export type LedgerTransaction = Selectable<LedgerTransactionTable>;
export type LedgerEntry = Selectable<LedgerEntryTable>;

/** Writes a transaction with its entries; the database checks at commit that they balance. */
export async function insertLedgerTransaction(
  tx: Connection,
  transaction: LedgerTransaction,
  entries: readonly LedgerEntry[],
): Promise<void> {
  await tx.insertInto('ledger_transactions').values(transaction).execute();
  await tx.insertInto('ledger_entries').values(entries).execute();
}

/** Entries of a payment with the kind of their transaction, in the order of booking. */
export function listPaymentEntries(db: Connection, merchant_id: string, payment_id: string) {
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
    .where('transaction.payment_id', '=', payment_id)
    .orderBy('transaction.id')
    .orderBy('entry.line')
    .execute();
}

export async function countEntries(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('ledger_entries')
    .select((column) => column.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A rule that does not hold, what it is about, and what was found instead. */
export interface Breach {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}

/** Transactions whose entries do not sum to zero in a currency. */
const unbalanced = sql<Breach>`
  select 'transaction_sums_to_zero' as rule, transaction_id as subject,
    currency || ' is off by ' || sum(amount_minor) as detail
  from ledger_entries
  group by merchant_id, transaction_id, currency
  having sum(amount_minor) <> 0`;

/** Transactions without entries: something was to be booked and was not. */
const empty = sql<Breach>`
  select 'transaction_has_entries' as rule, id as subject, kind as detail
  from ledger_transactions
  where not exists (
    select 1 from ledger_entries
    where ledger_entries.merchant_id = ledger_transactions.merchant_id
      and ledger_entries.transaction_id = ledger_transactions.id
  )`;

/** A paid payment is booked once, a payment that is not paid is not booked. */
const collections = sql<Breach>`
  select 'paid_is_booked_once' as rule, payments.id as subject,
    payments.status || ' with ' || count(booked.id) || ' collections' as detail
  from payments
  left join ledger_transactions as booked
    on booked.merchant_id = payments.merchant_id
    and booked.payment_id = payments.id
    and booked.kind = 'collection'
  group by payments.merchant_id, payments.id, payments.status
  having count(booked.id) <> case when payments.status = 'success' then 1 else 0 end`;

/** What was booked is what the payment says: charged from the operator, amount to the merchant, fee to fees. */
const amounts = sql<Breach>`
  select 'booked_as_charged' as rule, payments.id as subject,
    entries.account || ' holds ' || entries.amount_minor as detail
  from payments
  join ledger_transactions as booked
    on booked.merchant_id = payments.merchant_id
    and booked.payment_id = payments.id
    and booked.kind = 'collection'
  join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where entries.currency <> payments.currency
    or entries.amount_minor <> case
      when entries.account = 'merchant_balance' then -payments.amount_minor
      when entries.account = 'fees' then -payments.fee_minor
      else payments.charged_minor
    end`;

/** Every attempt that took money is booked, once: as the collection or as a duplicate. */
const attempts = sql<Breach>`
  select 'successful_attempt_is_booked' as rule, attempts.id as subject,
    attempts.status || ' with ' || count(booked.id) || ' bookings' as detail
  from attempts
  left join ledger_transactions as booked
    on booked.merchant_id = attempts.merchant_id
    and booked.attempt_id = attempts.id
  group by attempts.merchant_id, attempts.id, attempts.status
  having count(booked.id) <> case when attempts.status = 'success' then 1 else 0 end`;

/** Every booking of a payment is of an attempt, and takes from the operator what that attempt charged. */
const bookings = sql<Breach>`
  select 'booking_is_of_an_attempt' as rule, booked.id as subject,
    booked.kind || case
      when attempts.id is null then ' of no attempt'
      else ' of ' || taken.amount_minor || ' ' || taken.currency
        || ', charged ' || attempts.charged_minor || ' ' || attempts.currency
    end as detail
  from ledger_transactions as booked
  left join attempts
    on attempts.merchant_id = booked.merchant_id
    and attempts.id = booked.attempt_id
  left join ledger_entries as taken
    on taken.merchant_id = booked.merchant_id
    and taken.transaction_id = booked.id
    and starts_with(taken.account, ${accounts.operatorClearing('')})
  where booked.kind in ('collection', 'duplicate')
    and (
      attempts.id is null
      or taken.amount_minor <> attempts.charged_minor
      or taken.currency <> attempts.currency
    )`;

/** Every change that merchants are told about has exactly one event, and there is no other event. */
const events = sql<Breach>`
  select 'change_has_one_event' as rule, payments.id as subject,
    changes.count || ' changes, ' || told.count || ' events' as detail
  from payments
  cross join lateral (
    select count(*) as count
    from payment_transitions
    where payment_transitions.merchant_id = payments.merchant_id
      and payment_transitions.payment_id = payments.id
      and payment_transitions.to_status in ('success', 'failed', 'cancelled', 'expired')
  ) as changes
  cross join lateral (
    select count(*) as count
    from events
    where events.merchant_id = payments.merchant_id
      and events.object_id = payments.id
  ) as told
  where changes.count <> told.count`;

/** Runs every invariant. At most `limit` breaches of each are returned. */
export async function findBreaches(db: Connection, limit: number): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const check of [unbalanced, empty, collections, amounts, attempts, bookings, events]) {
    const { rows } = await sql<Breach>`select * from (${check}) as breaches limit ${limit}`.execute(db);
    found.push(...rows);
  }
  return found;
}
