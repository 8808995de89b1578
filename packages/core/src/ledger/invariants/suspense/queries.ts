import { sql } from 'kysely';
import { accounts } from '../../accounts.ts';
import type { Breach } from '../breach.ts';

/** The clearing accounts hold the unexpected money that operators report as received. */
const received = sql<Breach>`
  select 'booked_as_received' as rule, id as subject,
    status || ', received ' || sum(received) || ', booked ' || sum(booked) || ' ' || parts.currency as detail
  from (
    select merchant_id, id, coalesce(received_currency, currency) as currency, received_minor is not null as is_other,
      0 as booked, case when status in ('success', 'held') then coalesce(received_minor, charged_minor) else 0 end as received
    from attempts
    union all
    select booked.merchant_id, booked.attempt_id, entries.currency,
      starts_with(booked.kind, 'suspense_'), entries.amount_minor, 0
    from ledger_transactions as booked
    join ledger_entries as entries
      on entries.merchant_id = booked.merchant_id
      and entries.transaction_id = booked.id
      and starts_with(entries.account, ${accounts.operatorClearing('')})
    where booked.attempt_id is not null
  ) as parts
  join attempts using (merchant_id, id)
  group by merchant_id, id, status, parts.currency
  having sum(received) <> sum(booked) and bool_or(is_other)`;

/** The part of an attempt's money that is the merchant's until the operator reverses it. */
const theMerchants = sql`case when attempts.status = 'reversed' then 0
    else coalesce(attempts.kept_minor, 0) + attempts.settled_minor end`;

/**
 * The merchant's balance and the fees contain the accepted part of an attempt's held money, and the part that was
 * settled in another way, until the operator reverses it.
 */
const accepted = sql<Breach>`
  select 'booked_as_accepted' as rule, attempts.id as subject,
    attempts.status || ', accepted ' || coalesce(attempts.kept_minor, 0) || ', settled ' || attempts.settled_minor || ', booked ' || coalesce(-sum(entries.amount_minor), 0) as detail
  from attempts
  left join ledger_transactions as booked
    on booked.merchant_id = attempts.merchant_id
    and booked.attempt_id = attempts.id
    and booked.kind in (
      'suspense_accepted', 'suspense_settled', 'duplicate_settled', 'suspense_corrected', 'collection_reversed',
      'duplicate_reversed'
    )
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
    and entries.account in (${accounts.merchantBalance}, ${accounts.fees})
  where attempts.received_minor is not null
    or attempts.settled_minor > 0
    or exists (
      select from ledger_transactions as accepted
      where accepted.merchant_id = attempts.merchant_id
        and accepted.attempt_id = attempts.id
        and accepted.kind = 'suspense_accepted'
    )
  group by attempts.merchant_id, attempts.id
  having coalesce(-sum(entries.amount_minor), 0)
      <> ${theMerchants}
    or coalesce(-sum(entries.amount_minor) filter (where entries.account = ${accounts.fees}), 0)
      <> case when attempts.status = 'reversed' then 0 else coalesce(attempts.kept_fee_minor, 0) end`;

/**
 * A payment's money in suspense is the money that its attempts collected and that was neither accepted nor settled
 * in another way nor refunded. It may be below zero if a refund that had failed reached the customer after all.
 */
const held = sql<Breach>`
  select 'suspense_is_what_is_held' as rule, payment_id as subject,
    'held ' || sum(held) || ', booked ' || sum(booked) || ' ' || currency as detail
  from (
    select merchant_id, payment_id, received_currency as currency, 0 as booked,
      received_minor - coalesce(kept_minor, 0) - settled_minor as held
    from attempts
    where received_minor is not null and not duplicate and status in ('success', 'held')
    union all
    select merchant_id, payment_id, currency, 0, -amount_minor
    from refunds
    where source = 'suspense' and status not in ('failed', 'reversed')
    union all
    select booked.merchant_id, booked.payment_id, entries.currency, -entries.amount_minor, 0
    from ledger_transactions as booked
    join ledger_entries as entries
      on entries.merchant_id = booked.merchant_id
      and entries.transaction_id = booked.id
    where entries.account = ${accounts.suspense} and (booked.attempt_id is not null or booked.refund_id is not null)
  ) as parts
  group by merchant_id, payment_id, currency
  having sum(held) <> sum(booked)`;

/**
 * A payment with money that is booked as a duplicate has one event for it, and no other payment has such an event.
 */
const duplicates = sql<Breach>`
  select 'duplicate_has_one_event' as rule, payment_id as subject,
    sum(paid) || ' duplicates, ' || sum(told) || ' events' as detail
  from (
    select merchant_id, payment_id, 1 as paid, 0 as told from ledger_transactions where kind = 'duplicate'
    union all
    select merchant_id, object_id, 0, 1 from events where type = 'payment.duplicate'
  ) as parts
  group by merchant_id, payment_id
  having sum(paid) <> sum(told)`;

/** The invariants of unexpected money. */
export const suspenseInvariants = [received, accepted, held, duplicates];
