import { mode } from './columns.ts';
import { audited } from './triggers.ts';

/** The counter: tills, cashiers, shifts. */
export const counter: readonly string[] = [
  `create table tills (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    name text not null,
    status text not null check (status in ('unpaired', 'paired', 'removed')),
    currency text not null,
    language text not null check (language in ('en', 'fr', 'pt', 'sw', 'ar')),
    -- SHA-256 of the code that pairs a device.
    pairing_hash bytea unique,
    pairing_expires_at timestamptz,
    -- SHA-256 of the token of the paired device.
    token_hash bytea unique,
    paired_at timestamptz,
    created_at timestamptz not null,
    primary key (merchant_id, id),
    check ((pairing_hash is null) = (pairing_expires_at is null)),
    constraint tills_paired check ((status = 'paired') = (token_hash is not null))
  )`,
  audited('tills', {
    object_type: 'till',
    id: 'id',
    merchant: 'merchant_id',
    secret: 'pairing_hash token_hash',
  }),
  `create table cashiers (
    merchant_id text not null references merchants,
    id text not null,
    name text not null,
    status text not null check (status in ('active', 'removed')),
    pin_hash text not null,
    failures integer not null default 0,
    failed_at timestamptz,
    created_at timestamptz not null,
    primary key (merchant_id, id)
  )`,
  `create unique index cashiers_names on cashiers (merchant_id, lower(name)) where status = 'active'`,
  audited('cashiers', {
    object_type: 'cashier',
    id: 'id',
    merchant: 'merchant_id',
    secret: 'pin_hash',
    quiet: 'failures failed_at',
  }),
  `create table shifts (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    till_id text not null,
    cashier_id text not null,
    -- SHA-256 of the token of the signed-in cashier; null while the till is locked.
    token_hash bytea unique,
    used_at timestamptz not null,
    opened_at timestamptz not null,
    closed_at timestamptz,
    primary key (merchant_id, id),
    foreign key (merchant_id, till_id) references tills,
    foreign key (merchant_id, cashier_id) references cashiers,
    check (closed_at is null or token_hash is null)
  )`,
  `create unique index shifts_open on shifts (merchant_id, till_id) where closed_at is null`,
  `create index shifts_newest on shifts (mode, merchant_id, id)`,
  `create index shifts_of_cashier on shifts (merchant_id, cashier_id)`,
];
