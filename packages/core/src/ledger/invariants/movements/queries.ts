import { sql } from 'kysely';
import { accounts } from '../../accounts.ts';
import { movement_kinds, movement_sides, type Side } from '../../movements.ts';
import type { Breach } from '../breach.ts';

/** A movement is booked exactly once if it is approved or needs no approval, and otherwise never. */
const bookings = sql<Breach>`
  select 'movement_is_booked_once' as rule, movement.id as subject,
    movement.approval || ' with ' || count(booked.id) || ' bookings' as detail
  from ledger_movements as movement
  left join ledger_transactions as booked
    on booked.merchant_id = movement.merchant_id
    and booked.movement_id = movement.id
    and booked.mode = movement.mode
    and booked.kind = movement.kind
  group by movement.merchant_id, movement.id
  having count(booked.id) <> case when movement.approval in ('not_needed', 'approved') then 1 else 0 end`;

const accountOf = (side: Side) =>
  side === 'clearing' ? sql`${accounts.operatorClearing('')} || movement.account` : sql`${side}::text`;

/** The debit and the credit account of each kind of movement, from {@link movement_sides}. */
const sides = sql`case coalesce(corrected.kind, movement.kind) ${sql.join(
  movement_kinds.map((kind) => {
    const { debit, credit } = movement_sides[kind];
    return sql`when ${kind} then array[${accountOf(debit)}, ${accountOf(credit)}]`;
  }),
  sql` `,
)} end`;

/**
 * A movement is booked with its whole amount from one account of its kind to the other, a correction in the
 * opposite direction.
 */
const lines = sql<Breach>`
  select 'movement_is_booked_in_full' as rule, booked.id as subject,
    booked.kind || case
      when movement.id is null then ' of no movement'
      else ' of ' || movement.amount_minor || ' ' || movement.currency || ': ' || coalesce(
        string_agg(concat_ws(' ', entries.account, entries.amount_minor, entries.currency), ', ' order by line),
        'nothing'
      )
    end as detail
  from ledger_transactions as booked
  left join ledger_movements as movement
    on movement.merchant_id = booked.merchant_id
    and movement.id = booked.movement_id
  left join ledger_movements as corrected
    on corrected.merchant_id = movement.merchant_id
    and corrected.id = movement.corrects
  left join ledger_entries as entries
    on entries.merchant_id = booked.merchant_id
    and entries.transaction_id = booked.id
  where booked.movement_id is not null or booked.kind = any (${['correction', ...movement_kinds]}::text[])
  group by booked.merchant_id, booked.id, movement.merchant_id, movement.id, corrected.merchant_id, corrected.id
  having movement.id is null
    or count(entries.line) <> 2
    or not bool_and(
      entries.currency = movement.currency
      and entries.amount_minor = movement.amount_minor * case entries.account
        when (${sides})[1] then 1
        when (${sides})[2] then -1
        else 0
      end * case when movement.corrects is null then 1 else -1 end
    )`;

/**
 * A correction must refer to a booked movement that is not itself a correction and that has the same merchant,
 * mode, account, currency and amount.
 */
const corrections = sql<Breach>`
  select 'correction_is_of_a_movement' as rule, correction.id as subject,
    'of ' || coalesce(corrected.kind || ' ' || corrected.approval, 'nothing') as detail
  from ledger_movements as correction
  left join ledger_movements as corrected
    on corrected.merchant_id = correction.merchant_id
    and corrected.id = correction.corrects
    and corrected.mode = correction.mode
    and corrected.account is not distinct from correction.account
    and corrected.currency = correction.currency
    and corrected.amount_minor = correction.amount_minor
    and corrected.corrects is null
    and corrected.approval in ('not_needed', 'approved')
  where correction.corrects is not null and corrected.id is null`;

/** The invariants of recorded movements. */
export const movementInvariants = [bookings, lines, corrections];
