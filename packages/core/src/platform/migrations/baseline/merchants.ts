import { mode } from './columns.ts';
import { audited } from './triggers.ts';

/** Merchants, their API keys, and the API's own tables: the request log, idempotency keys, rate limits. */
export const merchants: readonly string[] = [
  `create table merchants (
    id text primary key,
    name text not null,
    country text not null,
    primary_color text check (primary_color ~ '^#[0-9A-F]{6}$'),
    template text not null default 'default' check (template in ('default', 'abidjan', 'cotonou')),
    is_demo boolean not null default false,
    -- The contact of the merchant, which customers see when a payment needs help, and on receipts.
    contact_phone text,
    contact_whatsapp text,
    contact_email text,
    contact_hours text,
    -- For QR codes of PI-SPI on payment links.
    pi_spi_alias text,
    rate_limit_per_second integer check (rate_limit_per_second >= 0),
    -- Requires a second factor of every member, in both modes.
    second_factor_required boolean not null default false,
    -- Requires a second factor of members who do more than read in live mode.
    second_factor_in_live boolean not null default true,
    -- The choices for unexpected money.
    on_underpaid text not null default 'ask' check (on_underpaid in ('accept', 'refund_all', 'ask')),
    on_overpaid text not null default 'ask'
      check (on_overpaid in ('accept', 'refund_difference', 'refund_all', 'ask')),
    on_paid_late text not null default 'accept' check (on_paid_late in ('accept', 'refund_all', 'ask')),
    on_paid_twice text not null default 'ask' check (on_paid_twice in ('refund_all', 'ask')),
    created_at timestamptz not null
  )`,
  audited('merchants', { object_type: 'merchant', id: 'id', merchant: 'id' }),

  // Apart from the merchants, because only pages and receipts read it, and requests that move money do not.
  `create table merchant_logos (
    merchant_id text primary key references merchants,
    picture bytea not null check (octet_length(picture) between 1 and 2048),
    media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    width integer not null check (width between 1 and 256),
    height integer not null check (height between 1 and 256)
  )`,
  audited('merchant_logos', {
    object_type: 'merchant_logo',
    id: 'merchant_id',
    merchant: 'merchant_id',
    secret: 'picture',
  }),

  `create table api_keys (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    name text,
    hash bytea not null unique,
    last_four text not null,
    scopes text[] not null default array['payments:write', 'payments:read', 'payouts:write', 'payouts:read',
      'customers:read', 'operators:read', 'balances:read', 'events:read'],
    -- Networks as CIDR; null: any.
    addresses text[],
    -- A member of staff; null for a key created on the command line.
    made_by text,
    made_by_name text,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    primary key (merchant_id, id),
    constraint api_keys_scopes_some check (cardinality(scopes) > 0),
    constraint api_keys_addresses_some check (cardinality(addresses) > 0)
  )`,
  `create unique index api_keys_id on api_keys (id)`,
  audited('api_keys', {
    object_type: 'api_key',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'hash last_used_at',
  }),

  `create table api_requests (
    merchant_id text not null,
    -- As returned to the caller in X-Request-Id. Ids are ULIDs: they sort by time.
    id text not null,
    mode ${mode},
    key_id text not null,
    method text not null,
    path text not null,
    status integer not null,
    -- The error code, if any.
    code text,
    duration_ms integer not null,
    created_at timestamptz not null,
    primary key (id, merchant_id)
  )`,
  `create index api_requests_newest on api_requests (mode, merchant_id, id)`,
  `create index api_requests_of_key on api_requests (mode, merchant_id, key_id, id)`,
  `create index api_requests_refused on api_requests (mode, merchant_id, id) where status >= 400`,
  `create index api_requests_oldest on api_requests using brin (created_at)`,

  `create table idempotency_keys (
    merchant_id text not null,
    mode ${mode},
    -- Empty for the merchant's own key; the payment's id for its customer's actions.
    scope text not null,
    key text not null,
    request_hash bytea not null,
    -- The id of the created object, to distinguish two requests of one statement.
    object_id text not null,
    -- JSON text; null while the request is still running.
    answer text,
    -- The time until which a request of several transactions counts as running; extended while it runs.
    held_until timestamptz,
    created_at timestamptz not null,
    primary key (merchant_id, mode, scope, key)
  )`,
  `create index idempotency_keys_oldest on idempotency_keys (created_at)`,

  // Shared by all nodes. Unlogged, so that nothing is written to disk for it; after a crash every bucket is full
  // again. Free space in each page keeps the updated versions of a row on the same page, where they are cleaned up
  // without a vacuum.
  `create unlogged table rate_limit_buckets (
    subject text primary key,
    per_second double precision not null,
    burst double precision not null,
    tokens double precision not null,
    granted double precision not null,
    refilled_at timestamptz not null
  ) with (fillfactor = 50)`,
];
