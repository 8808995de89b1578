import { mode } from './columns.ts';
import { appendOnly, audited } from './triggers.ts';

/** Events, in the order of the feed, with their deliveries to endpoints; and the processes that run jobs. */
export const events: readonly string[] = [
  // No foreign key to merchants, as for payments: each event would lock the merchant's one row.
  `create table events (
    merchant_id text not null,
    id text not null,
    mode ${mode},
    type text not null,
    object_id text not null,
    sequence integer not null,
    body text not null,
    -- The order of the feed.
    position bigint generated always as identity,
    created_at timestamptz not null,
    primary key (id, merchant_id),
    unique (object_id, merchant_id, sequence)
  )`,
  `create unique index events_feed on events (mode, merchant_id, position)`,
  // Nearly all events are successes, which are found without this index.
  `create index events_by_type on events (mode, merchant_id, type, id) where type <> 'payment.successful'`,
  ...appendOnly('events', 'body'),

  `create table webhook_endpoints (
    merchant_id text not null references merchants,
    id text not null,
    mode ${mode},
    url text not null,
    description text,
    event_types text[],
    enabled boolean not null default true,
    -- The reason why it is disabled; null while it is enabled.
    disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
    disabled_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Deliveries and events of a deleted endpoint are kept.
    deleted_at timestamptz,
    primary key (merchant_id, id),
    check (enabled = (disabled_reason is null)),
    check (enabled = (disabled_at is null))
  )`,
  // Commands identify an endpoint without its merchant.
  `create unique index webhook_endpoints_id on webhook_endpoints (id)`,
  audited('webhook_endpoints', {
    object_type: 'webhook_endpoint',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'updated_at',
  }),
  `create table webhook_secrets (
    merchant_id text not null,
    endpoint_id text not null,
    id text not null,
    secret_sealed text not null,
    created_at timestamptz not null,
    -- Null for the newest secret; an older one still signs until then.
    expires_at timestamptz,
    primary key (merchant_id, endpoint_id, id),
    foreign key (merchant_id, endpoint_id) references webhook_endpoints
  )`,
  audited('webhook_secrets', {
    object_type: 'webhook_secret',
    id: 'endpoint_id',
    merchant: 'merchant_id',
    secret: 'secret_sealed',
  }),
  `create table webhook_endpoint_health (
    merchant_id text not null,
    endpoint_id text not null,
    -- Consecutive failed attempts.
    failures integer not null,
    -- Time of the first of them; null when the last attempt succeeded.
    failing_since timestamptz,
    -- Nothing is sent until then; null while the circuit is closed.
    open_until timestamptz,
    updated_at timestamptz not null,
    primary key (merchant_id, endpoint_id),
    foreign key (merchant_id, endpoint_id) references webhook_endpoints
  )`,

  // There are no foreign keys to the endpoint, to the event or, from attempts, to the delivery: each event would lock
  // the endpoint's one row and write its own row a second time, and each attempt would lock its delivery's row a
  // second time. Endpoints and events are never deleted, a delivery is inserted for an event of the same transaction
  // or one that was read, and an attempt is inserted by the statement that updates its delivery. Each delivery is
  // written twice, and sent ones have to be vacuumed from the index of due ones before they make up a fifth of the
  // table, which is PostgreSQL's default threshold.
  `create table webhook_deliveries (
    merchant_id text not null,
    id text not null,
    event_id text not null,
    endpoint_id text not null,
    status text not null check (status in ('waiting', 'delivered', 'failed')),
    sequence integer not null default 1,
    attempts integer not null default 0,
    -- Attempts before a resend restarted the retry schedule.
    series_start integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    delivered_at timestamptz,
    primary key (id, merchant_id),
    unique (event_id, merchant_id, endpoint_id)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)`,
  // For sending an endpoint's waiting deliveries in order: after a resend, many are due at once.
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, sequence, id)
    where status = 'waiting'`,
  // For counting and resending failed deliveries. A delivery that succeeds never enters this index.
  `create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, merchant_id, event_id)
    where status = 'failed'`,
  // The successful deliveries of an endpoint. Failed and waiting ones have indexes of their own.
  `create index webhook_deliveries_made on webhook_deliveries (endpoint_id, merchant_id, event_id)
    where status = 'delivered'`,
  `create table webhook_attempts (
    merchant_id text not null,
    delivery_id text not null,
    number integer not null,
    status_code integer,
    error text,
    response_excerpt text,
    duration_ms integer not null,
    created_at timestamptz not null,
    primary key (delivery_id, merchant_id, number)
  )`,

  `create table worker_processes (
    id text primary key,
    worker_ids text[] not null,
    seen_at timestamptz not null
  )`,
];
