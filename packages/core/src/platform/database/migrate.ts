import { silentLog } from '@guichet/kernel/log';
import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { makeQueueLogger } from '../jobs/queue-log.ts';
import * as baseline from '../migrations/0001-baseline.ts';
import { buildIndexes, type LateIndex } from '../migrations/build-indexes.ts';
import { adoptOlder, baseline_name } from './adopt.ts';
import type { Database } from './connect.ts';
import { requireOwnConnections } from './judge-pooler.ts';
import {
  type DatabaseRights,
  hasClosedTables,
  listApplied,
  openQueue,
  readDatabaseRights,
} from './queries.ts';

/** The migrations in order, forward only. A name never changes once released. */
const migrations = { [baseline_name]: baseline };

/** Indexes that are too large to be built while writers are blocked. */
const late_indexes: readonly LateIndex[] = [
  // Open payouts and callbacks are queried every half minute.
  { name: 'payouts_open', on: `payouts (created_at) where status in ('pending', 'processing')` },
  { name: 'callbacks_unprocessed', on: 'callbacks (received_at) where processed_at is null' },
];

/**
 * The error when the connection's role lacks a right that only the owner has or can grant. The message contains the
 * remedy.
 */
export class DatabaseRightsError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'DatabaseRightsError';
  }
}

/**
 * The error when a database from before the first release has a schema that differs from the baseline. The message
 * contains the remedy.
 */
export class OutdatedDatabaseError extends Error {
  constructor(differences: readonly string[]) {
    const more = differences.length > differences_told ? '; and more' : '';
    super(
      `This database is from before the first release, and its schema differs from the baseline: ${differences
        .slice(0, differences_told)
        .join('; ')}${more}. Bring it to the last version before the baseline, or start with a new database.`,
    );
    this.name = 'OutdatedDatabaseError';
  }
}

/** The number of differences to report, enough to show what kind of database it is. */
const differences_told = 3;

/** SQLSTATE insufficient_privilege: a right is missing, or the role is not the owner. */
const insufficient_privilege = '42501';

/**
 * Brings the schema and the queue's schema up to date. Several processes may run it concurrently, because they take
 * turns with the migrator's lock. A complete database is only read, so that a role without rights on the schema
 * suffices and no lock is left on a pooler's connection. Some indexes are built after the migrations, while other
 * processes write.
 *
 * @returns the names of the migrations applied now
 * @throws DatabaseRightsError when something is missing that this role may not add
 * @throws PoolerError when something is missing, and a pooler assigns a different connection to each transaction
 * @throws OutdatedDatabaseError when it is from before the first release and its schema differs from the baseline
 * @throws Error naming the migration that failed
 */
export async function migrate(db: Database, pool: pg.Pool): Promise<string[]> {
  try {
    const applied = (await isWhole(db)) ? [] : await applyMissing(db, pool);
    await buildIndexes(pool, late_indexes);
    await runMigrations({ pgPool: pool, logger: makeQueueLogger(silentLog) });
    if (await hasClosedTables(db)) await openQueue(db);
    return applied;
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === undefined) throw error;
    const pending = await pendingMigrations(db).catch(() => []);
    const lacks = pending.length > 0 ? ` The database lacks ${pending.join(', ')}.` : '';
    throw new DatabaseRightsError(
      `The role of DATABASE_URL cannot apply the migrations: ${refusal.message}.${lacks} ` +
        'Run "npx guichet migrate" with the DATABASE_URL of the role that owns the schema, then start again.',
      { cause: error },
    );
  }
}

/** Whether the database has exactly these migrations. The migrator refuses a database with unknown migrations. */
async function isWhole(db: Database): Promise<boolean> {
  const there = new Set(await listApplied(db));
  const names = Object.keys(migrations);
  return names.length === there.size && names.every((name) => there.has(name));
}

async function applyMissing(db: Database, pool: pg.Pool): Promise<string[]> {
  await requireOwnConnections(pool, 'The database lacks a migration, and migrating holds a lock');
  const differences = await adoptOlder(db);
  if (differences.length > 0) throw new OutdatedDatabaseError(differences);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'start';
    throw new Error(`migration ${failed} failed`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

function findRefusal(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && error.code === insufficient_privilege ? error : findRefusal(error.cause);
}

/**
 * Requires that the connection's role may read and write every table.
 *
 * @throws DatabaseRightsError naming the tables that it may not access
 */
export async function requireRights(db: Database): Promise<void> {
  const rights = await readDatabaseRights(db);
  if (rights.lacking.length > 0) throw new DatabaseRightsError(describeLacking(rights));
}

/** Describes the rights that a role lacks, and how the owner can grant them. */
export function describeLacking({ role, lacking }: DatabaseRights): string {
  const more = lacking.length > tables_told ? `, and ${lacking.length - tables_told} others` : '';
  return (
    `The role ${role} of DATABASE_URL may not read or write ${lacking.slice(0, tables_told).join(', ')}${more}. ` +
    'Grant it, as the owner, the rights that docs/operating/install.md lists in step 2.'
  );
}

/** The maximum number of tables to list: a few are enough, because usually all tables are affected. */
const tables_told = 5;

/** Lists the names of the migrations that have not been applied to the database yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const applied = new Set(await listApplied(db));
  return Object.keys(migrations).filter((name) => !applied.has(name));
}
