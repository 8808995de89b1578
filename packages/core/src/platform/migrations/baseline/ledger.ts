import { mode } from './columns.ts';
import { appendOnly, audited } from './triggers.ts';

/** Double-entry books that PostgreSQL itself keeps balanced, and the balances that follow from them. */
export const ledger: readonly string[] = [
  // No foreign key to merchants, as for payments: each booking would lock the merchant's one row.
  `create table ledger_transactions (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    kind text not null,
    payment_id text,
    attempt_id text,
    payout_id text,
    refund_id text,
    movement_id text,
    -- The number of earlier reversals of the same money by the operator.
    round integer not null default 0,
    created_at timestamptz not null,
    primary key (id, merchant_id)
  )`,
  `create index ledger_transactions_payment on ledger_transactions (payment_id, merchant_id)`,
  // One posting for each attempt and one for its reversal, so that a repeated callback cannot book twice.
  `create unique index ledger_transactions_attempt on ledger_transactions
    (attempt_id, merchant_id, round, (kind in ('collection_reversed', 'duplicate_reversed')))
    where kind not like 'suspense\\_%' and kind not in ('duplicate_accepted', 'duplicate_settled')`,
  `create unique index ledger_transactions_accepted_duplicate on ledger_transactions (attempt_id, merchant_id, round)
    where kind = 'duplicate_accepted'`,
  // A payout or refund is reserved, paid, returned and reversed once each: a repeated outcome cannot book twice.
  `create unique index ledger_transactions_payout on ledger_transactions (payout_id, merchant_id, kind, round)
    where payout_id is not null`,
  `create unique index ledger_transactions_refund on ledger_transactions (refund_id, merchant_id, kind, round)
    where refund_id is not null`,
  `create unique index ledger_transactions_movement on ledger_transactions (movement_id, merchant_id)
    where movement_id is not null`,
  ...appendOnly('ledger_transactions'),
  `create table ledger_entries (
    merchant_id text not null,
    transaction_id text not null,
    line integer not null,
    account text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    primary key (transaction_id, merchant_id, line),
    foreign key (merchant_id, transaction_id) references ledger_transactions (merchant_id, id)
  )`,
  `create function check_ledger_balance() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from ledger_entries
        where merchant_id = new.merchant_id and transaction_id = new.transaction_id
        group by currency having sum(amount_minor) <> 0
      ) then
        raise exception 'ledger transaction % does not balance', new.transaction_id;
      end if;
      return null;
    end $$`,
  `create constraint trigger ledger_entries_balance after insert on ledger_entries
    deferrable initially deferred for each row execute function check_ledger_balance()`,
  ...appendOnly('ledger_entries'),

  // A balance is its row here plus the changes since. Incoming money only inserts changes, so that no row is hot.
  `create table balances (
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    account text not null,
    amount_minor bigint not null,
    primary key (merchant_id, mode, currency, account)
  )`,
  `create table balance_changes (
    id bigint generated always as identity primary key,
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    account text not null,
    amount_minor bigint not null,
    -- Kind of the bookings, and the hour (UTC) in which they were made.
    kind text not null,
    hour timestamptz not null,
    movements integer not null
  )`,
  `create index balance_changes_account on balance_changes (merchant_id, mode, currency, account)`,
  // Movements of the merchants' balances by hour (UTC). Those not rolled up yet are in balance_changes.
  `create table balance_hours (
    merchant_id text not null,
    mode ${mode},
    currency text not null,
    hour timestamptz not null,
    kind text not null,
    amount_minor bigint not null,
    movements bigint not null,
    primary key (merchant_id, mode, currency, hour, kind)
  )`,

  // The time up to which a merchant's books are closed, because someone has read a statement that ends at this
  // time.
  `create table closed_periods (
    merchant_id text not null references merchants,
    mode ${mode},
    until timestamptz not null,
    primary key (merchant_id, mode)
  )`,
  // Closing a period takes the same lock exclusively. A booking is therefore either complete before the period is
  // closed, or sees the new end of the period. Each statement in this function must see the data committed when the
  // lock was granted, which requires a volatile PL/pgSQL function.
  `create function booking_time(a_merchant text, a_mode text, wanted timestamptz) returns timestamptz
  language plpgsql volatile as $$
  declare
    closed timestamptz;
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('books ' || a_merchant || ' ' || a_mode, 0));
    select until into closed from closed_periods where merchant_id = a_merchant and mode = a_mode;
    return greatest(wanted, closed);
  end
  $$`,
  // Returns an id with the time of a booking in place of its own: ten digits in base 32, for the milliseconds.
  `create function id_booked_at(id text, at timestamptz) returns text
  language sql immutable strict parallel safe begin atomic
    select split_part(id, '_', 1) || '_' || (
      select string_agg(
        substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((floor(extract(epoch from at) * 1000)::bigint >> shift) & 31)::integer + 1, 1),
        '' order by shift desc
      )
      from generate_series(0, 45, 5) as shift
    ) || substr(split_part(id, '_', 2), 11);
  end`,

  // Money that moved outside of payments, payouts and refunds, as recorded by people. It is booked once it has no
  // pending approval.
  `create table ledger_movements (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    kind text not null,
    -- The account with a provider, or the connector if it needs none; null if no operator is involved.
    account text,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    reference text not null,
    note text,
    corrects text,
    approval text not null check (approval in ('not_needed', 'waiting', 'approved', 'refused')),
    made_by text not null,
    made_by_name text not null,
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    created_at timestamptz not null,
    placed_at timestamptz not null default clock_timestamp(),
    primary key (merchant_id, id),
    foreign key (merchant_id, corrects) references ledger_movements,
    check ((kind = 'correction') = (corrects is not null)),
    check ((approval in ('approved', 'refused')) = (decided_at is not null)),
    check ((decided_by is null) = (decided_at is null)),
    -- The person who recorded it may withdraw it, but never approve it.
    check (approval <> 'approved' or decided_by <> made_by)
  )`,
  // Each reference is recorded once per kind; a refused movement may be recorded again.
  `create unique index ledger_movements_reference on ledger_movements (merchant_id, mode, kind, reference)
    where approval <> 'refused'`,
  // A movement is corrected once.
  `create unique index ledger_movements_correction on ledger_movements (merchant_id, corrects)
    where corrects is not null and approval <> 'refused'`,
  `create index ledger_movements_waiting on ledger_movements (merchant_id, mode) where approval = 'waiting'`,
  `create index ledger_movements_lone on ledger_movements (merchant_id, mode, currency, placed_at)
    where approval = 'not_needed'`,
  audited('ledger_movements', { object_type: 'ledger_movement', id: 'id', merchant: 'merchant_id' }),

  // The last request to a provider for an account's balance. While it runs, other processes skip the account.
  `create table account_comparisons (
    merchant_id text not null,
    account_id text not null,
    asked_at timestamptz not null,
    -- The reason why the provider did not report it.
    problem text,
    primary key (merchant_id, account_id)
  )`,
  // The last comparison of each clearing account with the balance that its provider reported, in minor units.
  `create table clearing_drifts (
    merchant_id text not null,
    account_id text not null,
    currency text not null,
    booked_minor bigint not null,
    reported_minor bigint not null,
    coming_minor bigint not null check (coming_minor >= 0),
    going_minor bigint not null check (going_minor >= 0),
    drift_minor bigint not null,
    since timestamptz,
    grown_at timestamptz,
    compared_at timestamptz not null,
    primary key (merchant_id, account_id, currency),
    check ((drift_minor <> 0) = (since is not null)),
    check ((since is null) = (grown_at is null))
  )`,
];
