import { sql } from 'kysely';
import { accounts } from '../../accounts.ts';
import type { Breach } from '../breach.ts';

/**
 * The number of times that money was booked as a collection or a duplicate, minus the number of reversals of these
 * bookings. Money accepted from one attempt, in one or several parts, counts once, and so does an accepted
 * duplicate.
 */
const timesBooked = sql`(count(*) filter (where booked.kind in ('collection', 'duplicate', 'duplicate_accepted'))
  + count(distinct booked.attempt_id) filter (where booked.kind = 'suspense_accepted')
  - count(*) filter (where booked.kind in ('collection_reversed', 'duplicate_reversed')))`;

/**
 * A successful payment has one more booking than it has reversals; any other payment has as many bookings as
 * reversals.
 */
const collections = sql<Breach>`
  select 'paid_is_booked_once' as rule, payments.id as subject,
    payments.status || ' with ' || ${timesBooked} || ' collections' as detail
  from payments
  left join ledger_transactions as booked
    on booked.merchant_id = payments.merchant_id
    and booked.payment_id = payments.id
    and booked.kind in ('collection', 'duplicate_accepted', 'suspense_accepted', 'collection_reversed')
  group by payments.merchant_id, payments.id, payments.status
  having ${timesBooked} <> case when payments.status = 'success' then 1 else 0 end`;

/**
 * A booking that was not reversed has the payment's amounts: it takes the charged amount from the operator or the
 * duplicates, and adds the amount to the merchant's balance and the fee to the fees.
 */
const amounts = sql<Breach>`
  select 'booked_as_charged' as rule, payments.id as subject,
    entries.account || ' holds ' || entries.amount_minor as detail
  from payments
  join ledger_transactions as booked
    on booked.merchant_id = payments.merchant_id
    and booked.payment_id = payments.id
    and booked.kind in ('collection', 'duplicate_accepted')
  join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where (
      entries.currency <> payments.currency
      or entries.amount_minor <> case
        when entries.account = 'merchant_balance' then -payments.amount_minor
        when entries.account = 'fees' then -payments.fee_minor
        else payments.charged_minor
      end
    )
    and not exists (
      select from ledger_transactions as reversal
      where reversal.merchant_id = booked.merchant_id
        and reversal.payment_id = booked.payment_id
        and reversal.attempt_id = booked.attempt_id
        and reversal.kind = 'collection_reversed'
    )`;

/**
 * Every successful attempt has one more booking (as the collection, as a duplicate or as accepted money) than it
 * has reversals; any other attempt has as many bookings as reversals.
 */
const attempts = sql<Breach>`
  select 'successful_attempt_is_booked' as rule, attempts.id as subject,
    attempts.status || ' with ' || ${timesBooked} || ' bookings' as detail
  from attempts
  left join ledger_transactions as booked
    on booked.merchant_id = attempts.merchant_id
    and booked.attempt_id = attempts.id
    and booked.kind in ('collection', 'duplicate', 'suspense_accepted', 'collection_reversed', 'duplicate_reversed')
  group by attempts.merchant_id, attempts.id, attempts.status
  having ${timesBooked} <> case when attempts.status = 'success' then 1 else 0 end`;

/** The clearing account of an attempt. */
const clearing = sql`${accounts.operatorClearing('')} || coalesce(attempts.account_id, attempts.connector)`;
const isClearing = sql`starts_with(entries.account, ${accounts.operatorClearing('')})`;

/**
 * Every receipt of a payment's money belongs to an attempt, and has one line at the operator: in the clearing account
 * of that attempt, with the amount that the attempt took. The amount of unexpected money may have been corrected
 * since, and is checked as a sum.
 */
const bookings = sql<Breach>`
  select 'booking_is_of_an_attempt' as rule, booked.id as subject,
    booked.kind || case
      when attempts.id is null then ' of no attempt'
      when count(*) filter (where entries.account = ${clearing}) = 1 and count(*) filter (where ${isClearing}) = 1
        then ' of ' || string_agg(entries.amount_minor || ' ' || entries.currency, ', ') filter (where ${isClearing})
          || ', charged ' || attempts.charged_minor || ' ' || attempts.currency
      else ' of '
        || coalesce(string_agg(concat_ws(' ', entries.account, entries.amount_minor, entries.currency), ', ' order by line), 'nothing')
        || ', not once in ' || ${clearing}
    end as detail
  from ledger_transactions as booked
  left join attempts
    on attempts.merchant_id = booked.merchant_id
    and attempts.id = booked.attempt_id
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where booked.kind in ('collection', 'duplicate', 'suspense_received')
  group by booked.merchant_id, booked.id, attempts.merchant_id, attempts.id
  having attempts.id is null
    -- One without any entries breaks another rule.
    or count(entries.line) > 0 and (
      count(*) filter (where ${isClearing}) <> 1
      or not coalesce(bool_and(
        entries.account = ${clearing}
        and (booked.kind = 'suspense_received' or (
          entries.amount_minor = coalesce(attempts.received_minor, attempts.charged_minor)
          and entries.currency = coalesce(attempts.received_currency, attempts.currency)
        ))
      ) filter (where ${isClearing}), false)
    )`;

/** The money that an attempt took, the part that was accepted, and the fee in that part. */
const taken = sql`coalesce(attempts.received_minor, attempts.charged_minor)`;
const kept = sql`case when attempts.received_minor is null then attempts.charged_minor else coalesce(attempts.kept_minor, 0) end`;
const kept_fee = sql`case when attempts.received_minor is null then attempts.fee_minor else coalesce(attempts.kept_fee_minor, 0) end`;

/** A reversal undoes the booking of its attempt: each line once, and in full. */
const reversals = sql<Breach>`
  select 'reversal_is_booked_in_full' as rule, booked.id as subject,
    booked.kind || case
      when attempts.id is null then ' of no attempt'
      else ' of ' || ${taken} || ' ' || coalesce(attempts.received_currency, attempts.currency) || ', fee ' || ${kept_fee}
        || ': ' || coalesce(
        string_agg(concat_ws(' ', entries.account, entries.amount_minor, entries.currency), ', ' order by line),
        'nothing'
      )
    end as detail
  from ledger_transactions as booked
  left join attempts
    on attempts.merchant_id = booked.merchant_id
    and attempts.id = booked.attempt_id
    and attempts.payment_id = booked.payment_id
    and attempts.mode = booked.mode
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where booked.kind in ('collection_reversed', 'duplicate_reversed')
  group by booked.merchant_id, booked.id, attempts.merchant_id, attempts.id
  having attempts.id is null
    or count(entries.line) = 0
    or count(entries.line) <> count(distinct entries.account)
    or not bool_and(
      entries.currency = coalesce(attempts.received_currency, attempts.currency)
      and entries.amount_minor = case booked.kind || ' ' || entries.account
        when 'collection_reversed ' || ${accounts.merchantBalance} then ${kept} - ${kept_fee} + attempts.settled_minor
        when 'collection_reversed ' || ${accounts.fees} then ${kept_fee}
        when 'collection_reversed ' || ${accounts.suspense} then ${taken} - ${kept} - attempts.settled_minor
        when 'duplicate_reversed ' || ${accounts.duplicates} then ${taken} - attempts.settled_minor
        when 'duplicate_reversed ' || ${accounts.merchantBalance} then attempts.settled_minor
        when booked.kind || ' ' || ${accounts.operatorClearing('')} || coalesce(attempts.account_id, attempts.connector)
          then -${taken}
        else 0
      end
    )`;

/** Every change that merchants are notified of has exactly one event, and there are no other events. */
const events = sql<Breach>`
  select 'change_has_one_event' as rule, payments.id as subject,
    changes.count || ' changes, ' || told.count || ' events' as detail
  from payments
  cross join lateral (
    select count(*) as count
    from payment_transitions
    where payment_transitions.merchant_id = payments.merchant_id
      and payment_transitions.payment_id = payments.id
      and payment_transitions.to_status in ('success', 'failed', 'cancelled', 'expired', 'reversed')
  ) as changes
  cross join lateral (
    select count(*) as count
    from events
    where events.merchant_id = payments.merchant_id
      and events.object_id = payments.id
      and events.type <> 'payment.duplicate'
  ) as told
  where changes.count <> told.count`;

/** The invariants of payments and their attempts. */
export const paymentInvariants = [collections, amounts, attempts, bookings, reversals, events];
