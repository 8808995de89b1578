import { sql } from 'kysely';
import { accounts } from '../../accounts.ts';
import type { Breach } from '../breach.ts';
import {
  isBookedAfterReopening,
  isBookedAfterReversal,
  wasReopened,
  wasReversed,
} from '../reversals/queries.ts';

/**
 * True for an attempt whose money the operator has reversed at some time. If the money was received again later, it
 * may have become a duplicate, or no longer be one.
 */
const cameAgain = sql`exists (
    select from ledger_transactions as reversal
    where reversal.merchant_id = attempts.merchant_id
      and reversal.attempt_id = attempts.id
      and reversal.kind in ('collection_reversed', 'duplicate_reversed')
  )`;

/** A refund returns money that one attempt at its payment actually collected. */
const collections = sql<Breach>`
  select 'refund_is_of_a_collection' as rule, refunds.id as subject,
    case
      when attempts.id is null then 'of no attempt at its payment'
      else 'of an attempt that is ' || attempts.status || ', charged ' || attempts.charged_minor || ' ' || attempts.currency
    end as detail
  from refunds
  left join attempts
    on attempts.merchant_id = refunds.merchant_id
    and attempts.id = refunds.attempt_id
    and attempts.payment_id = refunds.payment_id
    and attempts.mode = refunds.mode
  where attempts.id is null
    or attempts.status not in ('success', 'held', 'reversed')
    or coalesce(attempts.received_currency, attempts.currency) <> refunds.currency
    or attempts.duplicate <> (refunds.source = 'duplicates') and not ${cameAgain}
    or (attempts.status = 'held' and refunds.source <> 'suspense')`;

/** The part of an attempt's money that is available in the source from which the refund is paid. */
const funds = sql`case refunds.source
    when 'balance' then coalesce(attempts.kept_minor, attempts.charged_minor)
    when 'duplicates' then coalesce(attempts.received_minor, attempts.charged_minor) - attempts.settled_minor
    else attempts.received_minor - attempts.kept_minor - attempts.settled_minor
  end`;

/** The part of an attempt's fee that is available in the source from which the refund is paid. */
const fees = sql`case refunds.source
    when 'balance' then coalesce(attempts.kept_fee_minor, attempts.fee_minor)
    else 0
  end`;

/**
 * No more is refunded than was charged, and no more of the fee is refunded than was collected. The exception is a
 * refund that had failed but reached the customer after all.
 */
const amounts = sql<Breach>`
  select 'refunded_within_charged' as rule, attempts.id as subject,
    'refunded ' || sum(refunds.amount_minor) || ' of ' || ${funds}
      || ', fee ' || sum(refunds.fee_minor) || ' of ' || ${fees} as detail
  from refunds
  join attempts
    on attempts.merchant_id = refunds.merchant_id
    and attempts.id = refunds.attempt_id
  where refunds.status not in ('failed', 'reversed')
    and not exists (
      select 1 from ledger_transactions as late
      where late.merchant_id = refunds.merchant_id
        and late.refund_id = refunds.id
        and late.kind in ('refund_paid_late', 'refund_reopened')
    )
  group by attempts.merchant_id, attempts.id, refunds.source
  having sum(refunds.amount_minor) > ${funds}
    or sum(refunds.fee_minor) > ${fees}`;

/**
 * The bookings of a refund match its status: reserved first, then paid or returned, and reversed only if
 * paid.
 */
const bookings = sql<Breach>`
  select 'refund_is_booked_as_it_is' as rule, refunds.id as subject,
    refunds.status || ' with ' || coalesce(string_agg(booked.kind, ', ' order by booked.kind), 'no booking') as detail
  from refunds
  left join ledger_transactions as booked
    on booked.merchant_id = refunds.merchant_id
    and booked.refund_id = refunds.id
  group by refunds.merchant_id, refunds.id
  having not case when ${wasReversed} then ${isBookedAfterReversal('refunds', 'refund')}
  when ${wasReopened} then ${isBookedAfterReopening('refunds', 'refund')}
  else coalesce(string_agg(booked.kind, ', ' order by booked.kind), '') = any (
    case refunds.status
      when 'failed' then array['refund_reserved, refund_returned']
      when 'reversed' then array['refund_reserved, refund_returned']
      when 'success' then array[
        'refund_paid, refund_reserved',
        'refund_paid_late, refund_reserved, refund_returned'
      ]
      else array['refund_reserved']
    end
  ) end`;

/** A booking of a refund moves its whole amount, each line once, between the accounts of its kind. */
const lines = sql<Breach>`
  select 'refund_is_booked_in_full' as rule, booked.id as subject,
    booked.kind || case
      when refunds.id is null then ' of no refund'
      else ' of ' || refunds.amount_minor || ' ' || refunds.currency || ', fee ' || refunds.fee_minor || ': ' || coalesce(
        string_agg(concat_ws(' ', entries.account, entries.amount_minor, entries.currency), ', ' order by line),
        'nothing'
      )
    end as detail
  from ledger_transactions as booked
  left join refunds
    on refunds.merchant_id = booked.merchant_id
    and refunds.id = booked.refund_id
    and refunds.mode = booked.mode
    and refunds.payment_id = booked.payment_id
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where starts_with(booked.kind, 'refund_') or booked.refund_id is not null
  group by booked.merchant_id, booked.id, refunds.merchant_id, refunds.id
  having refunds.id is null
    or count(entries.line) = 0
    or count(entries.line) <> count(distinct entries.account)
    or not bool_and(
      entries.currency = refunds.currency
      and entries.amount_minor = case
        when entries.account = ${accounts.merchantBalance} and refunds.source = 'balance'
          then refunds.amount_minor - refunds.fee_minor
        when entries.account = ${accounts.fees} and refunds.source = 'balance' then refunds.fee_minor
        when entries.account = ${accounts.duplicates} and refunds.source = 'duplicates' then refunds.amount_minor
        when entries.account = ${accounts.suspense} and refunds.source = 'suspense' then refunds.amount_minor
        when entries.account = ${accounts.refundsInFlight} then refunds.amount_minor
        when entries.account = ${accounts.operatorClearing('')} || coalesce(refunds.account_id, refunds.connector)
          then refunds.amount_minor
        else 0
      end * case booked.kind || ' ' || case
          when entries.account = ${accounts.refundsInFlight} then 'flight'
          when starts_with(entries.account, ${accounts.operatorClearing('')}) then 'operator'
          else 'source'
        end
        when 'refund_reserved source' then 1
        when 'refund_reserved flight' then -1
        when 'refund_paid flight' then 1
        when 'refund_paid operator' then -1
        when 'refund_reopened source' then 1
        when 'refund_reopened flight' then -1
        when 'refund_returned flight' then 1
        when 'refund_returned source' then -1
        when 'refund_paid_late source' then 1
        when 'refund_paid_late operator' then -1
        when 'refund_reversed operator' then 1
        when 'refund_reversed source' then -1
        else 0
      end
    )`;

/** The money in flight equals the amount that open refunds have reserved. */
const inFlight = sql<Breach>`
  select 'refunds_in_flight_are_open' as rule,
    merchant_id || ' ' || mode || ' ' || currency as subject,
    'in flight ' || sum(in_flight) || ', open ' || sum(open) as detail
  from (
    select merchant_id, mode, currency, 0 as in_flight, amount_minor as open
    from refunds
    where status in ('pending', 'processing')
    union all
    select entries.merchant_id, booked.mode, entries.currency, -entries.amount_minor, 0
    from ledger_entries as entries
    join ledger_transactions as booked
      on booked.merchant_id = entries.merchant_id
      and booked.id = entries.transaction_id
    where entries.account = ${accounts.refundsInFlight}
  ) as parts
  group by merchant_id, mode, currency
  having sum(in_flight) <> sum(open)`;

/**
 * Every final status of a refund that merchants are notified of has exactly one event, and there are no other
 * events.
 */
const events = sql<Breach>`
  select 'refund_change_has_one_event' as rule, refunds.id as subject,
    changes.count || ' changes, ' || told.count || ' events' as detail
  from refunds
  cross join lateral (
    select count(*) as count
    from refund_transitions
    where refund_transitions.merchant_id = refunds.merchant_id
      and refund_transitions.refund_id = refunds.id
      and refund_transitions.to_status in ('success', 'failed', 'reversed')
  ) as changes
  cross join lateral (
    select count(*) as count
    from events
    where events.merchant_id = refunds.merchant_id
      and events.object_id = refunds.id
  ) as told
  where changes.count <> told.count`;

/** The invariants of refunds. */
export const refundInvariants = [collections, amounts, bookings, lines, inFlight, events];
