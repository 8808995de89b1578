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
import type { Database } from './connect.ts';

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
};

/**
 * Brings the schema and the queue's schema up to date. Safe to run from several processes at once: each takes the
 * migrator's lock in turn.
 *
 * @returns names of the migrations applied now.
 * @throws Error naming the migration that failed.
 */
export async function migrate(db: Database, pool: pg.Pool): Promise<string[]> {
  const { error, results } = await makeMigrator(db).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'start';
    throw new Error(`migration ${failed} failed`, { cause: error });
  }
  await runMigrations({ pgPool: pool, logger: makeQueueLogger(silentLog) });
  return (results ?? []).map((result) => result.migrationName);
}

/** Names of migrations that this code knows and the database does not have yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const all = await makeMigrator(db).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}

function makeMigrator(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
