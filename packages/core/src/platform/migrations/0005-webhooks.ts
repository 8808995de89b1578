import { type Kysely, sql } from 'kysely';

/**
 * Webhooks: several secrets an endpoint, switching off with a reason, how endpoints fare, and deliveries that are sent
 * from their own table. Breaking: stop processes of the version before, which would add deliveries as jobs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table webhook_secrets (
    merchant_id text not null,
    endpoint_id text not null,
    id text not null,
    secret_sealed text not null,
    created_at timestamptz not null,
    -- Null for the newest; an older one still signs until then.
    expires_at timestamptz,
    primary key (merchant_id, endpoint_id, id),
    foreign key (merchant_id, endpoint_id) references webhook_endpoints
  )`,
  `insert into webhook_secrets (merchant_id, endpoint_id, id, secret_sealed, created_at)
    select merchant_id, id, replace(id, 'whe_', 'whs_'), secret_sealed, created_at from webhook_endpoints`,
  `alter table webhook_endpoints
    drop column secret_sealed,
    add column description text,
    -- Why it is off; null while it is on.
    add column disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
    add column disabled_at timestamptz,
    add column updated_at timestamptz,
    -- Deliveries and events of one that was deleted are kept.
    add column deleted_at timestamptz`,
  `update webhook_endpoints set updated_at = created_at,
    disabled_reason = case when enabled then null else 'by_hand' end,
    disabled_at = case when enabled then null else created_at end`,
  `alter table webhook_endpoints
    alter column updated_at set not null,
    add check (enabled = (disabled_reason is null)),
    add check (enabled = (disabled_at is null))`,
  // Commands name the endpoint alone.
  `create unique index webhook_endpoints_id on webhook_endpoints (id)`,
  `create table webhook_endpoint_health (
    merchant_id text not null,
    endpoint_id text not null,
    -- Tries in a row that failed.
    failures integer not null,
    -- When the first of them failed; null when the last try succeeded.
    failing_since timestamptz,
    -- Until then nothing is sent; null while the circuit is closed.
    open_until timestamptz,
    updated_at timestamptz not null,
    primary key (merchant_id, endpoint_id),
    foreign key (merchant_id, endpoint_id) references webhook_endpoints
  )`,
  `alter table webhook_deliveries
    -- Tries before the schedule of retries began anew, by a resend.
    add column series_start integer not null default 0,
    add column sequence integer not null default 1`,
  `update webhook_deliveries as delivery set sequence = event.sequence
    from events as event
    where event.merchant_id = delivery.merchant_id and event.id = delivery.event_id and event.sequence > 1`,
  // What an endpoint has yet to get, in the order in which it is sent, to the last: after a resend many are due at once.
  `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, sequence, id)
    where status = 'waiting'`,
  // Every event would lock the endpoint's one row, and every try its delivery a second time. Endpoints are never
  // removed; a try is written by the statement that writes its delivery.
  `alter table webhook_deliveries drop constraint webhook_deliveries_merchant_id_endpoint_id_fkey`,
  `alter table webhook_attempts drop constraint webhook_attempts_merchant_id_delivery_id_fkey`,
  // Each delivery is written twice: what was sent is to be swept out of the index of what is due before it is a fifth
  // of all that was ever sent, which is PostgreSQL's own choice.
  `alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)`,
  // What failed for good, to count it and to send it again; a delivery that succeeds never enters it.
  `create index webhook_deliveries_failed on webhook_deliveries (merchant_id, endpoint_id, event_id)
    where status = 'failed'`,
  // What was planned as jobs is found in the table.
  `do $$ begin
    if to_regclass('graphile_worker._private_jobs') is not null then
      delete from graphile_worker._private_jobs where task_id in (
        select id from graphile_worker._private_tasks where identifier = 'deliver_webhook'
      );
    end if;
  end $$`,
];
