import type pg from 'pg';

/** The writes of PostgreSQL so far, as far as it has reported them. */
export interface Written {
  readonly commits: number;
  readonly wal_bytes: number;
  /** Full-page images in the WAL, written once per page after each checkpoint. */
  readonly wal_pages: number;
  /** The size of all files of the database, including indexes. */
  readonly disk_bytes: number;
}

export async function readWritten(client: pg.ClientBase): Promise<Written> {
  const { rows } = await client.query<Written>(
    `select wal_bytes::float8, wal_fpi::float8 as wal_pages, xact_commit::float8 as commits,
      pg_database_size(current_database())::float8 as disk_bytes
    from pg_stat_wal, pg_stat_database where datname = current_database()`,
  );
  const [row] = rows;
  if (!row) throw new Error('a database always has statistics');
  return row;
}

export async function stopAutovacuum(client: pg.ClientBase): Promise<void> {
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
}

export async function analyzeAll(client: pg.ClientBase): Promise<void> {
  await client.query('analyze');
}

export async function forceCheckpoint(client: pg.ClientBase): Promise<void> {
  await client.query('checkpoint');
}

/** Reads the longest time between two checkpoints. */
export async function readCheckpointTimeout(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ s: number }>(
    `select setting::int as s from pg_settings where name = 'checkpoint_timeout'`,
  );
  return rows[0]?.s ?? Number.NaN;
}

/** Deletes PostgreSQL's statistics of the tables, and its counters of the changes since the last analysis. */
export async function forgetStatistics(client: pg.ClientBase): Promise<void> {
  const tables = `select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`;
  await client.query(`delete from pg_statistic where starelid in (${tables})`);
  await client.query(
    `update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where oid in (${tables}) or oid in (select indexrelid from pg_index where indrelid in (${tables}))`,
  );
  await client.query('select pg_stat_reset()');
}

/** Disables the endpoints left over from filling the database; deliveries to them would leave this machine. */
export async function disableEndpoints(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update webhook_endpoints set enabled = false, disabled_reason = 'failing', disabled_at = now() where enabled and url like 'https://%.example/%'`,
  );
}
