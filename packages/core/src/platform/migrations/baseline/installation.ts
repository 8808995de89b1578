import { audited } from './triggers.ts';

/** The tables about the installation as a whole, not about one merchant. */
export const installation: readonly string[] = [
  `create table installation_secrets (name text primary key, secret_sealed text not null)`,

  // One row, inserted at the first start: the PostgreSQL server to which the processes were last connected.
  `create table installation (
    only_row boolean primary key default true check (only_row),
    -- The same in every copy of the database.
    id text not null,
    -- Null if the role may not read it.
    system_identifier text,
    timeline integer,
    -- Whether commits waited for a standby: then a new timeline has lost no commits.
    synchronous boolean not null,
    seen_at timestamptz not null
  )`,

  // Periods in which no process saw this database. A process that remembers a time in one saw a later state.
  `create table unseen_periods (
    began_at timestamptz primary key,
    ended_at timestamptz not null check (began_at < ended_at)
  )`,

  // Periods in which the database may have lacked earlier commits.
  `create table recoveries (
    id bigint generated always as identity primary key,
    reason text not null check (reason in ('other_server', 'other_timeline', 'older', 'requested')),
    -- The time from which data may be missing.
    lost_since timestamptz not null,
    began_at timestamptz not null,
    began_by text not null,
    -- The time when inquiries about everything open were complete.
    looked_at timestamptz,
    opened_at timestamptz,
    opened_by text,
    -- New events get higher sequence numbers than this, because lower ones may belong to lost events. The
    -- number of minutes since 1970 grows faster between two recoveries than the number of an object's events.
    lost_sequence integer not null default extract(epoch from clock_timestamp()) / 60
  )`,
  `create unique index recoveries_one_open on recoveries ((true)) where opened_at is null`,
  // The objects about which a recovery has inquired, kept until it ends.
  `create table recovery_inquiries (
    recovery_id bigint not null references recoveries on delete cascade,
    merchant_id text not null,
    object_id text not null,
    primary key (recovery_id, merchant_id, object_id)
  )`,
  audited('recoveries', {
    object_type: 'recovery',
    id: 'id',
    merchant: '*',
    quiet: 'looked_at lost_sequence',
  }),
];
