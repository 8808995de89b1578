import { sql } from 'kysely';
import type { Connection, Transaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { accounts } from '../accounts.ts';
import type { PostingKind } from '../kinds.ts';
import type { Breach } from './breach.ts';
import { customerInvariants } from './customers/queries.ts';
import { movementInvariants } from './movements/queries.ts';
import { paymentInvariants } from './payments/queries.ts';
import { refundInvariants } from './refunds/queries.ts';
import {
  isBookedAfterReopening,
  isBookedAfterReversal,
  wasReopened,
  wasReversed,
} from './reversals/queries.ts';
import { suspenseInvariants } from './suspense/queries.ts';

/**
 * Lets a transaction scan and join whole tables. The service's connections normally join row by row through an
 * index (0054). In a query over all rows of a merchant, where no index identifies a single row, such a join reads
 * every row once for each other row. With 20,000 payments a check took more than ten minutes; this way it takes 1.6
 * s.
 */
export async function readWholeTables(tx: Transaction<Schema>): Promise<void> {
  await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true)`.execute(
    tx,
  );
}

export async function countEntries(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('ledger_entries')
    .select((column) => column.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds transactions whose entries do not sum to zero in a currency. */
const unbalanced = sql<Breach>`
  select 'transaction_sums_to_zero' as rule, transaction_id as subject,
    currency || ' is off by ' || sum(amount_minor) as detail
  from ledger_entries
  group by merchant_id, transaction_id, currency
  having sum(amount_minor) <> 0`;

/** Finds transactions without entries: something should have been booked. */
const empty = sql<Breach>`
  select 'transaction_has_entries' as rule, id as subject, kind as detail
  from ledger_transactions
  where not exists (
    select 1 from ledger_entries
    where ledger_entries.merchant_id = ledger_transactions.merchant_id
      and ledger_entries.transaction_id = ledger_transactions.id
  )`;

/** Every balance, rolled up or not, equals the sum of its entries. */
const balances = sql<Breach>`
  select 'balance_is_of_its_entries' as rule,
    merchant_id || ' ' || mode || ' ' || currency || ' ' || account as subject,
    'kept ' || sum(kept) || ', booked ' || sum(booked) as detail
  from (
    select merchant_id, mode, currency, account, amount_minor as kept, 0 as booked from balances
    union all
    select merchant_id, mode, currency, account, amount_minor, 0 from balance_changes
    union all
    select entries.merchant_id, booked.mode, entries.currency, entries.account, 0, entries.amount_minor
    from ledger_entries as entries
    join ledger_transactions as booked
      on booked.merchant_id = entries.merchant_id
      and booked.id = entries.transaction_id
  ) as parts
  group by merchant_id, mode, currency, account
  having sum(kept) <> sum(booked)`;

/**
 * The hourly sums, from which account statements are made, equal the merchant's balance: both are rolled up from
 * the same changes.
 */
const hours = sql<Breach>`
  select 'balance_is_of_its_hours' as rule, merchant_id || ' ' || mode || ' ' || currency as subject,
    'kept ' || sum(kept) || ', by the hour ' || sum(by_hours) as detail
  from (
    select merchant_id, mode, currency, amount_minor as kept, 0 as by_hours from balances
    where account = ${accounts.merchantBalance}
    union all
    select merchant_id, mode, currency, 0, amount_minor from balance_hours
  ) as parts
  group by merchant_id, mode, currency
  having sum(kept) <> sum(by_hours)`;

/**
 * The bookings of a payout match its status: reserved first, then paid or returned, and reversed only if
 * paid.
 */
const payoutBookings = sql<Breach>`
  select 'payout_is_booked_as_it_is' as rule, payouts.id as subject,
    payouts.status || ' with ' || coalesce(string_agg(booked.kind, ', ' order by booked.kind), 'no booking') as detail
  from payouts
  left join ledger_transactions as booked
    on booked.merchant_id = payouts.merchant_id
    and booked.payout_id = payouts.id
  group by payouts.merchant_id, payouts.id, payouts.status
  having not case
    when ${wasReversed} then ${isBookedAfterReversal('payouts', 'payout')}
    when ${wasReopened} then ${isBookedAfterReopening('payouts', 'payout')}
    else case payouts.status
    when 'failed' then ${kindsAre('payout_reserved', 'payout_returned')}
    when 'success' then ${kindsAre('payout_paid', 'payout_reserved')}
      or ${kindsAre('payout_paid_late', 'payout_reserved', 'payout_returned')}
    when 'reversed' then ${kindsAre('payout_reserved', 'payout_returned')}
    else ${kindsAre('payout_reserved')}
    end
  end`;

/** A booking of a payout moves the payout's amount once, between the accounts of its kind. */
const payoutAmounts = sql<Breach>`
  select 'payout_is_booked_in_full' as rule, booked.id as subject,
    booked.kind || case
      when payouts.id is null then ' of no payout'
      else ' of ' || payouts.amount_minor || ' ' || payouts.currency || ': ' || coalesce(
        string_agg(concat_ws(' ', entries.account, entries.amount_minor, entries.currency), ', ' order by line),
        'nothing'
      )
    end as detail
  from ledger_transactions as booked
  left join payouts
    on payouts.merchant_id = booked.merchant_id
    and payouts.id = booked.payout_id
    and payouts.mode = booked.mode
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where starts_with(booked.kind, 'payout_') or booked.payout_id is not null
  group by booked.merchant_id, booked.id, payouts.merchant_id, payouts.id
  having payouts.id is null
    or count(entries.line) <> 2
    or not bool_and(
      entries.currency = payouts.currency
      and entries.amount_minor = payouts.amount_minor * case booked.kind || ' ' || entries.account
        when 'payout_reserved ' || ${accounts.merchantBalance} then 1
        when 'payout_reserved ' || ${accounts.payoutsInFlight} then -1
        when 'payout_reopened ' || ${accounts.merchantBalance} then 1
        when 'payout_reopened ' || ${accounts.payoutsInFlight} then -1
        when 'payout_returned ' || ${accounts.payoutsInFlight} then 1
        when 'payout_returned ' || ${accounts.merchantBalance} then -1
        when 'payout_paid ' || ${accounts.payoutsInFlight} then 1
        when 'payout_paid ' || ${accounts.operatorClearing('')} || coalesce(payouts.account_id, payouts.connector) then -1
        when 'payout_paid_late ' || ${accounts.merchantBalance} then 1
        when 'payout_paid_late ' || ${accounts.operatorClearing('')} || coalesce(payouts.account_id, payouts.connector) then -1
        when 'payout_reversed ' || ${accounts.merchantBalance} then -1
        when 'payout_reversed ' || ${accounts.operatorClearing('')} || coalesce(payouts.account_id, payouts.connector) then 1
        else 0
      end
    )`;

/**
 * Every final status of a payout that merchants are notified of has exactly one event, and there are no other
 * events.
 */
const payoutEvents = sql<Breach>`
  select 'payout_change_has_one_event' as rule, payouts.id as subject,
    changes.count || ' changes, ' || told.count || ' events' as detail
  from payouts
  cross join lateral (
    select count(*) as count
    from payout_transitions
    where payout_transitions.merchant_id = payouts.merchant_id
      and payout_transitions.payout_id = payouts.id
      and payout_transitions.to_status in ('success', 'failed', 'reversed')
  ) as changes
  cross join lateral (
    select count(*) as count
    from events
    where events.merchant_id = payouts.merchant_id
      and events.object_id = payouts.id
  ) as told
  where changes.count <> told.count`;

/**
 * The kinds of bookings that may take a balance below zero: of transfers that had failed but turn out to be paid or
 * still in progress, of reversals by the operator, and of corrections of movements recorded by mistake.
 */
const isLate = sql`booked.kind in ('payout_paid_late', 'refund_paid_late', 'payout_reopened', 'refund_reopened',
    'collection_reversed', 'duplicate_reversed', 'suspense_corrected', 'correction')
  and entries.amount_minor > 0`;

/**
 * Nothing is spent beyond the balance. A merchant's balance may be below zero only because of payouts and refunds
 * that had failed and turned out to be paid after the returned money had been spent, because of payments that the
 * operator has reversed, or because of corrections of money that never arrived.
 */
const overdrafts = sql<Breach>`
  select 'balance_is_not_overdrawn' as rule,
    entries.merchant_id || ' ' || booked.mode || ' ' || entries.currency as subject,
    'below zero by ' || sum(entries.amount_minor) || ', explained '
      || coalesce(sum(entries.amount_minor) filter (where ${isLate}), 0) as detail
  from ledger_entries as entries
  join ledger_transactions as booked
    on booked.merchant_id = entries.merchant_id
    and booked.id = entries.transaction_id
  where entries.account = ${accounts.merchantBalance}
  group by entries.merchant_id, booked.mode, entries.currency
  having sum(entries.amount_minor) > 0
    and sum(entries.amount_minor)
      > coalesce(sum(entries.amount_minor) filter (where ${isLate}), 0)`;

/** Requires exactly these kinds of bookings in a group, each once. @param kinds in alphabetical order */
function kindsAre(...kinds: readonly PostingKind[]) {
  return sql`coalesce(array_agg(booked.kind order by booked.kind), '{}') = ${[...kinds]}::text[]`;
}

const invariants = [
  unbalanced,
  empty,
  ...paymentInvariants,
  balances,
  hours,
  payoutBookings,
  payoutAmounts,
  payoutEvents,
  overdrafts,
  ...refundInvariants,
  ...movementInvariants,
  ...suspenseInvariants,
  ...customerInvariants,
];

/** Checks every invariant. At most `limit` breaches of each are returned. */
export async function findBreaches(db: Connection, limit: number): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const invariant of invariants) {
    const { rows } = await sql<Breach>`select * from (${invariant}) as breaches limit ${limit}`.execute(db);
    found.push(...rows);
  }
  return found;
}
