import { mode } from './columns.ts';
import { audited } from './triggers.ts';

/** Payouts created by people, manually or from a file, with their approvals and the merchant's payout rules. */
export const payout_orders: readonly string[] = [
  // An uploaded file of payouts and its result. The file itself is not stored.
  `create table payout_batches (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    -- refused: something in the file is wrong; checked: it awaits confirmation.
    status text not null check (status in ('refused', 'checked', 'confirmed', 'discarded')),
    file_name text not null,
    -- SHA-256 of its bytes.
    file_hash bytea not null,
    file_bytes integer not null,
    -- Lines that request a payout, valid or not.
    lines integer not null,
    errors integer not null,
    warnings integer not null,
    made_by text not null,
    made_by_name text not null,
    created_at timestamptz not null,
    -- The member who confirmed or discarded it.
    ended_by text,
    ended_by_name text,
    ended_at timestamptz,
    primary key (merchant_id, id),
    check ((status in ('confirmed', 'discarded')) = (ended_at is not null)),
    check ((ended_by is null) = (ended_at is null)),
    check ((status = 'refused') = (errors > 0))
  )`,
  `create index payout_batches_newest on payout_batches (merchant_id, mode, id)`,
  `create index payout_batches_same on payout_batches (merchant_id, mode, file_hash, id)`,
  `create index payout_batches_unconfirmed on payout_batches (created_at) where status <> 'confirmed'`,
  audited('payout_batches', { object_type: 'payout_batch', id: 'id', merchant: 'merchant_id' }),
  // The payouts of a valid file.
  `create table payout_batch_lines (
    merchant_id text not null,
    batch_id text not null,
    -- Numbered like the rows of a spreadsheet.
    line integer not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor > 0),
    operator text not null,
    recipient_phone text not null,
    recipient_first_name text,
    recipient_last_name text,
    description text,
    reference text,
    primary key (merchant_id, batch_id, line),
    foreign key (merchant_id, batch_id) references payout_batches on delete cascade
  )`,
  // The problems and warnings of a file.
  `create table payout_batch_findings (
    merchant_id text not null,
    batch_id text not null,
    number integer not null,
    is_error boolean not null,
    -- Null for a finding about the whole file.
    line integer,
    field text,
    code text not null,
    -- The details for its message.
    details jsonb not null,
    primary key (merchant_id, batch_id, number),
    foreign key (merchant_id, batch_id) references payout_batches on delete cascade
  )`,

  // A payout created by a person, or one created through the API that awaits approval.
  `create table payout_orders (
    merchant_id text not null,
    payout_id text not null,
    mode ${mode},
    -- For a payout created by API: the maker of the key, or the key itself if it was created on the command line.
    made_by text not null,
    made_by_name text not null,
    key_id text,
    batch_id text,
    batch_line integer,
    approval text not null check (approval in ('not_needed', 'waiting', 'approved', 'refused')),
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    note text,
    created_at timestamptz not null,
    primary key (payout_id, merchant_id),
    foreign key (merchant_id, payout_id) references payouts (merchant_id, id),
    foreign key (merchant_id, batch_id, batch_line) references payout_batch_lines,
    check ((approval in ('approved', 'refused')) = (decided_at is not null)),
    check ((decided_by is null) = (decided_at is null)),
    -- The person who created it may withdraw it, but never approve it.
    check (approval <> 'approved' or decided_by <> made_by),
    check ((batch_id is null) = (batch_line is null))
  )`,
  `create index payout_orders_waiting on payout_orders (mode, merchant_id, payout_id) where approval = 'waiting'`,
  // Prevents a line of a file from being paid out twice.
  `create unique index payout_orders_batch on payout_orders (batch_id, merchant_id, batch_line)
    where batch_id is not null`,
  audited('payout_orders', { object_type: 'payout', id: 'payout_id', merchant: 'merchant_id' }),

  `create table payout_rules (
    merchant_id text not null references merchants,
    mode ${mode},
    currency text not null,
    -- A person's payout above it awaits a second person; null: none does.
    approval_above_minor bigint check (approval_above_minor >= 0),
    -- The total paid out within 24 hours without a second person; null: the limit of one payout.
    approval_day_above_minor bigint check (approval_day_above_minor >= 0),
    -- The same for each recipient.
    approval_recipient_above_minor bigint check (approval_recipient_above_minor >= 0),
    -- A balance below it causes a warning; null: none does.
    low_balance_minor bigint check (low_balance_minor > 0),
    updated_at timestamptz not null,
    primary key (merchant_id, mode, currency)
  )`,
  audited('payout_rules', {
    object_type: 'payout_rule',
    id: 'currency',
    merchant: 'merchant_id',
    quiet: 'updated_at',
  }),
  // Records that one person invited another, promoted them to approver or gave them new credentials. For a day
  // after that, the two count as one person.
  `create table sponsorships (
    merchant_id text not null references merchants,
    sponsor_id text not null,
    user_id text not null,
    way text not null check (way in ('invited', 'raised', 'password_link')),
    at timestamptz not null default clock_timestamp(),
    check (sponsor_id <> user_id)
  )`,
  `create index sponsorships_lately on sponsorships (merchant_id, at)`,
  // Changes that weaken the payout rule, and therefore need a second person's approval themselves.
  `create table approval_changes (
    merchant_id text not null references merchants,
    id text not null,
    kind text not null check (kind in ('rule', 'approver')),
    status text not null check (status in ('waiting', 'approved', 'refused', 'elapsed', 'replaced')),
    -- For a rule: its mode and currency, and its proposed values.
    mode text check (mode in ('test', 'live')),
    currency text,
    approval_above_minor bigint check (approval_above_minor >= 0),
    approval_day_above_minor bigint check (approval_day_above_minor >= 0),
    approval_recipient_above_minor bigint check (approval_recipient_above_minor >= 0),
    -- For an approver: the person, and how they became one.
    user_id text,
    user_name text,
    way text check (way in ('invited', 'raised', 'password_link')),
    proposed_by text not null,
    proposed_by_name text not null,
    created_at timestamptz not null default clock_timestamp(),
    -- The time since which no one can decide; null while someone can.
    alone_since timestamptz,
    -- The time of the last check of that.
    looked_at timestamptz not null default clock_timestamp(),
    decided_by text,
    decided_by_name text,
    decided_at timestamptz,
    primary key (merchant_id, id),
    check ((kind = 'rule') = (mode is not null and currency is not null)),
    check ((kind = 'approver') = (user_id is not null and user_name is not null and way is not null)),
    check ((status = 'waiting') = (decided_at is null)),
    check ((status in ('approved', 'refused')) = (decided_by is not null)),
    -- No one is the second person for their own proposal or appointment.
    check (status <> 'approved' or (decided_by <> proposed_by and decided_by is distinct from user_id))
  )`,
  // Only one change of a rule waits at a time; a new proposal replaces it.
  `create unique index approval_changes_rule on approval_changes (merchant_id, mode, currency)
    where status = 'waiting' and kind = 'rule'`,
  `create unique index approval_changes_approver on approval_changes (merchant_id, user_id)
    where status = 'waiting' and kind = 'approver'`,
  `create index approval_changes_of_person on approval_changes (merchant_id, user_id, id) where kind = 'approver'`,
  `create index approval_changes_waiting on approval_changes (looked_at) where status = 'waiting'`,
  audited('approval_changes', {
    object_type: 'approval_change',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'looked_at',
  }),
];
