import type pg from 'pg';

/** The database of the service. */
export const database_name = 'guichet';

/** The superuser of the cluster. */
export const role_name = 'guichet';

/**
 * The database that every cluster has from the start. The lock that each user of the server holds is taken here,
 * not in the service's database.
 */
export const maintenance_database_name = 'postgres';

/** "guichet" in ASCII. Advisory locks are per database, and there are no others in the maintenance database. */
const users_lock_key = '29121018100999540';

/** Takes SQLite's exclusive lock on its file; see take-lock.ts for why SQLite. */
export const lock_file_statement = 'BEGIN EXCLUSIVE';

/**
 * Marks the server as in use for as long as the connection lives. Waits while another process is stopping the
 * server.
 */
export async function joinUsers(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1::bigint)', [users_lock_key]);
}

/** True if no other connection has joined. The connection's own lock does not count. */
export async function isLastUser(client: pg.ClientBase): Promise<boolean> {
  const result = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1::bigint) as last', [
    users_lock_key,
  ]);
  return result.rows[0]?.last === true;
}

/** Creates the service's database if it is missing. */
export async function createDatabaseIfMissing(client: pg.ClientBase): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database_name]);
  if (found.rowCount === 0) await client.query(`create database ${database_name}`);
}
