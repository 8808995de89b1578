import { audited } from './triggers.ts';

/** The tables about the installation as a whole, and no merchant. */
export const installation: readonly string[] = [
  `create table installation_secrets (name text primary key, secret_sealed text not null)`,

  // One row, made by the first start: the PostgreSQL that the processes saw last.
  `create table installation (
    only_row boolean primary key default true check (only_row),
    -- The same in every copy of the database.
    id text not null,
    -- Null where the role may not read it.
    system_identifier text,
    timeline integer,
    -- Whether commits waited for a standby: then a new timeline has lost none.
    synchronous boolean not null,
    seen_at timestamptz not null
  )`,

  // Times at which the database may have lacked what was done before.
  `create table recoveries (
    id bigint generated always as identity primary key,
    reason text not null check (reason in ('other_server', 'other_timeline', 'older', 'requested')),
    -- From then on something may be missing.
    lost_since timestamptz not null,
    began_at timestamptz not null,
    began_by text not null,
    -- When everything that was open had been inquired about.
    looked_at timestamptz,
    opened_at timestamptz,
    opened_by text
  )`,
  `create unique index recoveries_one_open on recoveries ((true)) where opened_at is null`,
  audited('recoveries', { object_type: 'recovery', id: 'id', merchant: '*', quiet: 'looked_at' }),
];
