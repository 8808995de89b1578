import { silentLog } from '@guichet/kernel/log';
import { runMigrations } from 'graphile-worker';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { makeQueueLogger } from '../jobs/queue-log.ts';
import * as house from '../migrations/0001-house.ts';
import * as api from '../migrations/0002-api.ts';
import * as page from '../migrations/0003-page.ts';
import * as operators from '../migrations/0004-operators.ts';
import * as webhooks from '../migrations/0005-webhooks.ts';
import * as dashboard from '../migrations/0006-dashboard.ts';
import * as payout_batches from '../migrations/0007-payout-batches.ts';
import * as large_lists from '../migrations/0008-large-lists.ts';
import * as staff_safety from '../migrations/0009-staff-safety.ts';
import * as payout_resolutions from '../migrations/0010-payout-resolutions.ts';
import * as identities from '../migrations/0012-identities.ts';
import * as account_addresses from '../migrations/0014-account-addresses.ts';
import * as key_scopes from '../migrations/0015-key-scopes.ts';
import * as approval from '../migrations/0016-approval.ts';
import * as sessions from '../migrations/0017-sessions.ts';
import * as payers from '../migrations/0018-payers.ts';
import * as personal_data from '../migrations/0018-personal-data.ts';
import * as checkout_tokens from '../migrations/0019-checkout-tokens.ts';
import * as codes from '../migrations/0020-codes.ts';
import * as search from '../migrations/0020-search.ts';
import * as words from '../migrations/0021-words.ts';
import * as lone_payout_sums from '../migrations/0022-lone-payout-sums.ts';
import * as renewed_sessions from '../migrations/0023-renewed-sessions.ts';
import * as closed_periods from '../migrations/0024-closed-periods.ts';
import { buildIndexes } from '../migrations/build-indexes.ts';
import type { Database } from './connect.ts';
import { requireOwnConnections } from './judge-pooler.ts';
import { hasClosedTables, listApplied, openQueue, type Rights, readRights } from './queries.ts';

/** In order; forward only. A name never changes once released. */
const migrations = {
  '0001-house': house,
  '0002-api': api,
  '0003-page': page,
  '0004-operators': operators,
  '0005-webhooks': webhooks,
  '0006-dashboard': dashboard,
  '0007-payout-batches': payout_batches,
  '0008-large-lists': large_lists,
  '0009-staff-safety': staff_safety,
  '0010-payout-resolutions': payout_resolutions,
  '0012-identities': identities,
  '0014-account-addresses': account_addresses,
  '0015-key-scopes': key_scopes,
  '0016-approval': approval,
  '0017-sessions': sessions,
  '0018-payers': payers,
  '0018-personal-data': personal_data,
  '0019-checkout-tokens': checkout_tokens,
  '0020-codes': codes,
  '0020-search': search,
  '0021-words': words,
  '0022-lone-payout-sums': lone_payout_sums,
  '0023-renewed-sessions': renewed_sessions,
  '0024-closed-periods': closed_periods,
};

/**
 * The connection's role lacks a right that only an owner, or their grant, can give. The message says what to
 * do.
 */
export class DatabaseRightsError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'DatabaseRightsError';
  }
}

/** SQLSTATE insufficient_privilege: a right is missing, or the role is not the owner. */
const insufficient_privilege = '42501';

/**
 * Brings the schema and the queue's schema up to date. Several processes may run it at once: they take the
 * migrator's lock in turn. A complete database is only read: a role without rights on the schema can do that,
 * and no lock is left on a pooler's connection. Some indexes are built after the migrations, while others
 * write.
 *
 * @returns the names of the migrations applied now
 * @throws DatabaseRightsError when something is missing that this role may not add
 * @throws PoolerError when something is missing, and a pooler gives each transaction another connection
 * @throws Error naming the migration that failed
 */
export async function migrate(db: Database, pool: pg.Pool): Promise<string[]> {
  try {
    const applied = (await isWhole(db)) ? [] : await applyMissing(db, pool);
    await buildIndexes(pool, [...search.indexes, ...words.indexes, ...lone_payout_sums.indexes]);
    await runMigrations({ pgPool: pool, logger: makeQueueLogger(silentLog) });
    if (await hasClosedTables(db)) await openQueue(db);
    return applied;
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === undefined) throw error;
    const pending = await pendingMigrations(db).catch(() => []);
    const lacks = pending.length > 0 ? ` The database lacks ${pending.join(', ')}.` : '';
    throw new DatabaseRightsError(
      `The role of DATABASE_URL may not bring the database up to date: ${refusal.message}.${lacks} ` +
        'Run "npx guichet migrate" with the DATABASE_URL of the role that owns the schema, then start this again.',
      { cause: error },
    );
  }
}

/** Exactly these: the migrator refuses a database with unknown migrations. */
async function isWhole(db: Database): Promise<boolean> {
  const there = new Set(await listApplied(db));
  const names = Object.keys(migrations);
  return names.length === there.size && names.every((name) => there.has(name));
}

async function applyMissing(db: Database, pool: pg.Pool): Promise<string[]> {
  await requireOwnConnections(pool, 'The database lacks a migration, and migrating holds a lock');
  const { error, results } = await makeMigrator(db).migrateToLatest();
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
 * @throws DatabaseRightsError naming the tables that it may not
 */
export async function requireRights(db: Database): Promise<void> {
  const rights = await readRights(db);
  if (rights.lacking.length > 0) throw new DatabaseRightsError(describeLacking(rights));
}

/** Describes the rights that a role lacks, and who can grant them. */
export function describeLacking({ role, lacking }: Rights): string {
  const more = lacking.length > tables_told ? `, and ${lacking.length - tables_told} others` : '';
  return (
    `The role ${role} of DATABASE_URL may not read or write ${lacking.slice(0, tables_told).join(', ')}${more}. ` +
    'Grant it, as the owner, what docs/operating/install.md lists in step 2.'
  );
}

/** The first few are enough: mostly it is all of them. */
const tables_told = 5;

/** Names of the migrations that the database does not have yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const all = await makeMigrator(db).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}

function makeMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
