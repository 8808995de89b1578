import { mode } from './columns.ts';
import { outcome_columns, transitionsOf } from './transfers.ts';
import { appendOnly, audited } from './triggers.ts';

/** Refunds, and people's decisions about money whose outcome the service could not determine. */
export const refunds: readonly string[] = [
  `create table refunds (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    status text not null check (status in ('pending', 'processing', 'success', 'failed', 'reversed')),
    sequence integer not null default 0,
    payment_id text not null,
    -- The collection that it refunds, which may be a duplicate.
    attempt_id text not null,
    currency text not null,
    -- The amount that the customer gets.
    amount_minor bigint not null check (amount_minor > 0),
    -- The part of it that was the service's fee; the rest is the merchant's.
    fee_minor bigint not null check (fee_minor >= 0 and fee_minor <= amount_minor),
    operator text not null,
    connector text not null,
    account_id text,
    -- The account's revision when the request was made.
    address_revision integer not null default 0,
    -- The owner of the money: the merchant, with the service's fee, or the customer.
    source text not null check (source in ('balance', 'duplicates', 'suspense')),
    -- The provider's own refund or, if it has none, a payout to the payer's number.
    method text not null check (method in ('refund', 'payout')),
    phone text not null,
    reason text,
    reference uuid not null unique,
    ${outcome_columns},
    created_at timestamptz not null,
    sent_at timestamptz,
    refunded_at timestamptz,
    primary key (id, merchant_id),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id),
    check (refunded_at is not null or status <> 'success'),
    check (refunded_at is null or status in ('success', 'reversed')),
    check ((status = 'reversed') = (reversed_at is not null))
  )`,
  // By time: the order of ids is also that of the key, which holds the refunds of all merchants.
  `create index refunds_newest on refunds (mode, merchant_id, created_at)`,
  `create index refunds_payment on refunds (payment_id, merchant_id)`,
  `create index refunds_provider on refunds (account_id, provider_reference)
    where account_id is not null and provider_reference is not null`,
  `create index refunds_provider_reference on refunds ((lower(provider_reference collate "C")), merchant_id)
    where provider_reference is not null`,
  `create index refunds_needing_person on refunds (mode, merchant_id, payment_id) where needs_review`,
  // Refunds of money that was never the merchant's.
  `create index refunds_of_customers_money on refunds (mode, merchant_id, payment_id) where source <> 'balance'`,
  // The first refund that arrived through an account and an operator proves that both work (`reads/go-live`).
  `create index refunds_arrived on refunds (operator, account_id, merchant_id, created_at)
    where mode = 'live' and status = 'success'`,
  // Providers accept one refund of a collection at a time.
  `create unique index refunds_one_open on refunds (attempt_id, merchant_id)
    where status in ('pending', 'processing')`,
  // The audit log records refunds made by people, but not the operators' reports about them.
  audited('refunds', {
    object_type: 'refund',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'phone inquiries sequence',
    on: 'insert',
  }),
  ...transitionsOf('refund'),

  `create table resolutions (
    merchant_id text not null references merchants,
    position bigint generated always as identity,
    mode ${mode},
    object_type text not null,
    object_id text not null,
    payment_id text,
    payout_id text,
    verdict text not null check (
      verdict in ('paid', 'not_paid', 'reversed', 'settled', 'accept', 'refund_difference', 'refund_all')
    ),
    note text not null,
    -- Evidence: the operator's receipt number, or a line of a statement.
    proof text,
    user_id text not null,
    user_name text not null,
    approved_by text,
    approved_by_name text,
    created_at timestamptz not null,
    primary key (merchant_id, position),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id),
    foreign key (merchant_id, payout_id) references payouts (merchant_id, id),
    constraint resolutions_object_type_check check (object_type in ('attempt', 'refund', 'payout')),
    constraint resolutions_about_one check (num_nonnulls(payment_id, payout_id) = 1),
    constraint resolutions_of_payout check ((object_type = 'payout') = (payout_id is not null)),
    constraint resolutions_approved check ((approved_by is null) = (approved_by_name is null)),
    constraint resolutions_by_two check (approved_by <> user_id)
  )`,
  `create index resolutions_payment on resolutions (payment_id, merchant_id)`,
  `create index resolutions_payout on resolutions (payout_id, merchant_id) where payout_id is not null`,
  ...appendOnly('resolutions', 'note', 'proof'),
  audited('resolutions', {
    object_type: 'resolution',
    id: 'object_id',
    merchant: 'merchant_id',
    quiet: 'position',
    on: 'insert',
  }),
  // Decisions about unexpected money and duplicates, and decisions that an attempt was paid. A waiting decision is carried out,
  // and becomes a resolution, once it is approved.
  `create table held_decisions (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    payment_id text not null,
    attempt_id text not null,
    verdict text not null check (
      verdict in ('paid', 'not_paid', 'reversed', 'settled', 'accept', 'refund_difference', 'refund_all')
    ),
    note text not null,
    proof text,
    -- The money that it is about: if the money has changed, the decision no longer applies.
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    approval text not null check (approval in ('not_needed', 'waiting', 'approved', 'refused', 'replaced')),
    made_by text not null,
    made_by_name text not null,
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    created_at timestamptz not null,
    placed_at timestamptz not null default clock_timestamp(),
    primary key (id, merchant_id),
    foreign key (merchant_id, payment_id) references payments (merchant_id, id),
    check ((approval in ('approved', 'refused')) = (decided_at is not null)),
    check ((decided_by is null) = (decided_at is null)),
    -- The person who decided may withdraw the decision, but never approve it.
    check (approval <> 'approved' or decided_by <> made_by)
  )`,
  `create unique index held_decisions_waiting on held_decisions (attempt_id, merchant_id, mode)
    where approval = 'waiting'`,
  `create index held_decisions_payment on held_decisions (payment_id, merchant_id)`,
  `create index held_decisions_lone on held_decisions (mode, merchant_id, currency, placed_at)
    where approval = 'not_needed'`,
  audited('held_decisions', {
    object_type: 'held_decision',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'note proof',
  }),
];
