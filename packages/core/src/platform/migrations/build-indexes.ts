import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { requireOwnConnections } from '../database/judge-pooler.ts';

/** An index that is built while other transactions write, which cannot be done in a transaction. */
export interface LateIndex {
  readonly name: string;
  /** The part of the statement after `create index ... on`. */
  readonly on: string;
}

/**
 * The number of the advisory lock. It is the same for all databases of a server, because each database has its own
 * advisory locks.
 */
const lock = 0x67_75_69_78;
const pause_ms = 100;

/** The connection settings for a build, whatever the defaults of the role or the database. */
const settings = {
  // The default would make the build of an index of words take minutes longer.
  maintenance_work_mem: '256MB',
  // No timeout: a cancelled build starts over, and would never finish.
  statement_timeout: '0',
  // No timeout, because the build waits for all earlier writers without blocking anyone.
  lock_timeout: '0',
} as const;

/**
 * Builds the missing indexes, one after the other, while payments continue. An interrupted build is restarted. If
 * there are several processes, one builds and the others wait until it is done. They also wait after that process
 * was killed, because PostgreSQL continues its build.
 *
 * @throws PoolerError when some are missing, and a pooler assigns a different connection to each transaction
 */
export async function buildIndexes(pool: pg.Pool, wanted: readonly LateIndex[]): Promise<void> {
  if ((await missing(pool, wanted)).length === 0) return;
  await requireOwnConnections(pool, 'The database lacks an index, and building it holds a lock');
  const client = await pool.connect();
  try {
    // Polled, because the build waits for all running statements, and a statement waiting for the lock would be one
    // of them.
    while (!(await takeLock(client))) await setTimeout(pause_ms);
    for (const [setting, value] of Object.entries(settings))
      await client.query(`set ${setting} = '${value}'`);
    for (const index of await missing(client, wanted)) await build(client, index);
    for (const setting of Object.keys(settings)) await client.query(`reset ${setting}`);
    await client.query('select pg_advisory_unlock($1)', [lock]);
  } catch (error) {
    // Closing the connection, which may be broken, ends the lock and the settings.
    client.release(true);
    throw error;
  }
  client.release();
}

async function takeLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}

/** Lists the indexes that are missing or invalid. */
async function missing(
  client: pg.Pool | pg.PoolClient,
  wanted: readonly LateIndex[],
): Promise<readonly LateIndex[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
    where relname = any ($1) and indisvalid and pg_table_is_visible(pg_class.oid)`,
    [wanted.map(({ name }) => name)],
  );
  const built = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => !built.has(name));
}

async function build(client: pg.PoolClient, { name, on }: LateIndex): Promise<void> {
  await client.query(`drop index concurrently if exists ${name}`);
  await client.query(`create index concurrently ${name} on ${on}`);
}
