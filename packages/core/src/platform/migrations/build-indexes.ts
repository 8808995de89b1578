import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { requireOwnConnections } from '../database/judge-pooler.ts';

/** An index that is built while others write, which no transaction can do. */
export interface LateIndex {
  readonly name: string;
  /** What follows `create index ... on`. */
  readonly on: string;
}

/** One number for all databases of a server: an advisory lock belongs to its database. */
const lock = 0x67_75_69_78;
const pause_ms = 100;

/** What a build takes of its connection, whatever the role or the database sets for others. */
const settings = {
  // With what is usual an index of words takes minutes more.
  maintenance_work_mem: '256MB',
  // It takes as long as it takes: one that is ended half-way is begun anew, and never done.
  statement_timeout: '0',
  // It waits for everybody who has begun to write before it, and keeps nobody from writing meanwhile.
  lock_timeout: '0',
} as const;

/**
 * Builds the indexes that are not there yet, one after the other, while payments go on. A build that was broken off is
 * begun anew. Of several processes one builds, and the others wait until it is done; so does who comes after a process
 * that was killed, since what PostgreSQL had begun for it goes on.
 *
 * @throws PoolerError when some are missing, and a pooler hands each transaction another connection
 */
export async function buildIndexes(pool: pg.Pool, wanted: readonly LateIndex[]): Promise<void> {
  if ((await missing(pool, wanted)).length === 0) return;
  await requireOwnConnections(pool, 'The database lacks an index, and building it holds a lock');
  const client = await pool.connect();
  try {
    // Asked again and again: whoever waits inside a statement is what the build itself waits for.
    while (!(await takeLock(client))) await setTimeout(pause_ms);
    for (const [setting, value] of Object.entries(settings))
      await client.query(`set ${setting} = '${value}'`);
    for (const index of await missing(client, wanted)) await build(client, index);
    for (const setting of Object.keys(settings)) await client.query(`reset ${setting}`);
    await client.query('select pg_advisory_unlock($1)', [lock]);
  } catch (error) {
    // Its lock and its settings end with the connection, which may be what broke.
    client.release(true);
    throw error;
  }
  client.release();
}

async function takeLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}

/** Those that are not there, or not whole. */
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
