import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { InstallationTable, RecoveryTable, UnseenPeriodTable } from '../database/tables/installation.ts';
import { forMany } from '../groups/for-many.ts';

export type Installation = Omit<Selectable<InstallationTable>, 'only_row'>;
export type Recovery = Selectable<RecoveryTable>;

/** The PostgreSQL server behind a connection. */
export interface ServerIdentity extends Pick<Installation, 'system_identifier' | 'timeline' | 'synchronous'> {
  /** The current time of the server. */
  readonly now: Date;
}

/** The timeline of a PostgreSQL server that accepts writes; null if the role may not read it. */
const timeline = sql<number | null>`
  case when not pg_is_in_recovery() and has_function_privilege('pg_walfile_name(pg_lsn)', 'execute')
    then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end`;

/**
 * Reads the identity of the PostgreSQL server. The timeline counts promotions and point-in-time restores, and every
 * new data directory has a new identifier. Managed services may not reveal the identifier.
 */
export async function readServerIdentity(db: Connection): Promise<ServerIdentity> {
  const { rows } = await sql<Omit<ServerIdentity, 'system_identifier'> & { may_read: boolean }>`
    select clock_timestamp() as now,
      has_function_privilege('pg_control_system()', 'execute') as may_read,
      ${timeline} as timeline,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') in ('on', 'remote_apply') as synchronous`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not return its identity');
  const { may_read, ...identity } = row;
  return { ...identity, system_identifier: may_read ? await readSystemIdentifier(db) : null };
}

async function readSystemIdentifier(db: Connection): Promise<string | null> {
  const { rows } = await sql<{ system_identifier: string }>`
    select system_identifier::text from pg_control_system()`.execute(db);
  return rows[0]?.system_identifier ?? null;
}

/** Locks the row of the installation until the transaction ends. @returns undefined before the first start */
export function lockInstallation(tx: Connection): Promise<Installation | undefined> {
  return tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirst();
}

/** @returns the stored row, which another process may have inserted first */
export async function insertInstallation(tx: Connection, row: Installation): Promise<Installation> {
  await tx
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
}

export async function updateInstallation(
  tx: Connection,
  seen: Partial<Omit<Installation, 'id'>>,
): Promise<void> {
  await tx.updateTable('installation').set(seen).execute();
}

/**
 * Records a period in which no process saw the database, and deletes those that ended before `forget_before`.
 */
export async function insertUnseenPeriod(
  tx: Connection,
  period: Insertable<UnseenPeriodTable>,
  forget_before: Date,
): Promise<void> {
  await tx.deleteFrom('unseen_periods').where('ended_at', '<', forget_before).execute();
  await tx
    .insertInto('unseen_periods')
    .values(period)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the start of the period in which no process saw the database, and which `at` is strictly within. */
export async function findUnseenSince(tx: Connection, at: Date): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('unseen_periods')
    .select('began_at')
    .where('began_at', '<', at)
    .where('ended_at', '>', at)
    .executeTakeFirst();
  return row?.began_at;
}

export async function deleteUnseenPeriods(db: Connection): Promise<void> {
  await db.deleteFrom('unseen_periods').execute();
}

/** Reads the last time at which a process saw this database; undefined before the first start. */
export async function readSeenAt(db: Connection): Promise<Date | undefined> {
  const row = await db.selectFrom('installation').select('seen_at').executeTakeFirst();
  return row?.seen_at;
}

/** Begins a recovery, unless one is in progress. */
export async function insertRecovery(
  tx: Connection,
  row: Pick<Insertable<RecoveryTable>, 'reason' | 'lost_since' | 'began_at' | 'began_by'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('recoveries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Starts the recovery in progress anew, because more data may have been lost: inquiries count as not made. Who began
 * it, and when, stays.
 */
export async function renewRecovery(tx: Connection, lost_since: Date): Promise<void> {
  await sql`
    with renewed as (
      update recoveries
      set looked_at = null, lost_since = least(lost_since, ${lost_since}), lost_sequence = default
      where opened_at is null
      returning id
    )
    delete from recovery_inquiries using renewed where recovery_id = renewed.id`.execute(tx);
}

/** Finds the recovery in progress. */
export function findRecovery(db: Connection): Promise<Recovery | undefined> {
  return findOpen(db, undefined);
}

/**
 * Whether nothing may be sent, because a recovery is in progress, or because this PostgreSQL server is not the one
 * last recorded and commits did not wait for it. In the latter case the next check of the database begins a
 * recovery; until then, jobs and requests may already reach the new server.
 */
export function isRecovering(db: Connection): Promise<boolean> {
  return findRecovering(db, undefined);
}

const findRecovering = forMany<undefined, boolean>('read', async (db, askers) => {
  const { rows } = await sql<{ is_recovering: boolean }>`
    select exists (select from recoveries where opened_at is null)
      or exists (select from installation where not synchronous and timeline <> (${timeline})) as is_recovering`.execute(
    db,
  );
  return askers.map(() => rows[0]?.is_recovering === true);
});

const findOpen = forMany<undefined, Recovery | undefined>('read', async (db, askers) => {
  const found = await db
    .selectFrom('recoveries')
    .selectAll()
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return askers.map(() => found);
});

/** Whether a recovery has been in progress at any time since the given one. */
export function wasRecovering(db: Connection, since: Date): Promise<boolean> {
  return findSince(db, since);
}

const findSince = forMany<Date, boolean>('read', async (db, times) => {
  const earliest = new Date(Math.min(...times.map((time) => time.getTime())));
  const rows = await db
    .selectFrom('recoveries')
    .select('opened_at')
    .where((where) => where.or([where('opened_at', 'is', null), where('opened_at', '>=', earliest)]))
    .execute();
  return times.map((since) => rows.some(({ opened_at }) => opened_at === null || opened_at >= since));
});

/**
 * Whether the database may have lost what was committed at a moment: because a recovery says so, or because this
 * PostgreSQL server is not the one last recorded, like in {@link isRecovering}.
 *
 * @param slack_ms the time by which clocks, and the given time of a loss, may be off
 */
export async function mayHaveLost(db: Connection, at: Date, slack_ms: number): Promise<boolean> {
  const [earliest, latest] = [-slack_ms, slack_ms].map((ms) => new Date(at.getTime() + ms));
  const { rows } = await sql<{ may_have_lost: boolean }>`
    select exists (select from recoveries where lost_since <= ${latest} and began_at >= ${earliest})
      or exists (
        select from installation
        where not synchronous and timeline <> (${timeline}) and seen_at <= ${latest}
      ) as may_have_lost`.execute(db);
  return rows[0]?.may_have_lost === true;
}

/** Changes the recovery in progress. */
export async function updateRecovery(
  db: Connection,
  id: bigint,
  facts: Partial<Pick<Recovery, 'looked_at' | 'opened_at' | 'opened_by'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveries')
    .set(facts)
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
