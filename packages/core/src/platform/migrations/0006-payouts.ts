/** Payouts that people make: who made and approved them, the merchant's rules. And the overview's figures. */
export const statements: readonly string[] = [
  // A payout that a person made. Those of the API have no row here: nobody approves them.
  `create table payout_orders (
    merchant_id text not null,
    payout_id text not null,
    mode text not null check (mode in ('test', 'live')),
    made_by text not null,
    made_by_name text not null,
    approval text not null check (approval in ('not_needed', 'waiting', 'approved', 'refused')),
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    note text,
    created_at timestamptz not null,
    primary key (merchant_id, payout_id),
    foreign key (merchant_id, payout_id) references payouts,
    check ((approval in ('approved', 'refused')) = (decided_at is not null)),
    check ((decided_by is null) = (decided_at is null)),
    -- Whoever made it may take it back, and never approve it.
    check (approval <> 'approved' or decided_by <> made_by)
  )`,
  `create index payout_orders_waiting on payout_orders (merchant_id, mode, payout_id) where approval = 'waiting'`,
  `create table payout_rules (
    merchant_id text not null references merchants,
    mode text not null check (mode in ('test', 'live')),
    currency text not null,
    -- What people pay out above it waits for a second person; null: nothing does.
    approval_above_minor bigint check (approval_above_minor >= 0),
    -- A balance below it is worth a warning; null: none is.
    low_balance_minor bigint check (low_balance_minor > 0),
    updated_at timestamptz not null,
    primary key (merchant_id, mode, currency)
  )`,
  ...[
    ['payout_orders', 'payout', 'payout_id', ''],
    ['payout_rules', 'payout_rule', 'currency', 'updated_at'],
  ].map(
    ([table, type, id, quiet]) => `create trigger ${table}_audited
      after insert or update or delete on ${table} for each row
      execute function record_change('${type}', '${id}', 'merchant_id', '', '${quiet}')`,
  ),

  `create index payouts_newest on payouts (merchant_id, mode, id)`,
  `create index payouts_by_status on payouts (merchant_id, mode, status, id)`,
  `create index payouts_by_operator on payouts (merchant_id, mode, operator, id)`,
  `create index payouts_by_phone on payouts (merchant_id, mode, recipient_phone text_pattern_ops)`,
  `create index payouts_in_need on payouts (merchant_id, mode, id) where needs_person`,

  // Figures of a day (UTC), counted from the events: nothing is written for them while somebody pays.
  `create table payment_days (
    merchant_id text not null,
    mode text not null check (mode in ('test', 'live')),
    day date not null,
    currency text not null,
    operator text not null,
    paid integer not null,
    refused integer not null,
    amount_minor bigint not null,
    fee_minor bigint not null,
    -- Between the creation of each paid payment and its success, in all.
    waited_ms bigint not null,
    primary key (merchant_id, mode, day, currency, operator)
  )`,
  `create table payment_days_progress (
    merchant_id text not null,
    mode text not null check (mode in ('test', 'live')),
    -- Of the last event that was counted.
    position bigint not null,
    primary key (merchant_id, mode)
  )`,
  // What the overview points out: few rows, found without looking through the others.
  `create index attempts_in_need on attempts (merchant_id, mode, id) where needs_person`,
  `create index attempts_twice_paid on attempts (merchant_id, mode, id) where duplicate`,
];
