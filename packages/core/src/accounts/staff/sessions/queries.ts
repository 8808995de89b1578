import { type RawBuilder, sql } from 'kysely';
import type { SessionLimits } from '../../../platform/actor/session-limits.ts';
import type { Connection } from '../../../platform/database/connect.ts';

/** Written once a minute at most, so that a page that asks much does not write as much. */
const use_noted_every = sql`interval '1 minute'`;

/** Whether a row of `staff_sessions` is a session still: the one rule, by the database's clock. */
export function isOpen({ idle_ms, total_ms }: SessionLimits): RawBuilder<boolean> {
  return sql<boolean>`(
    staff_sessions.expires_at > now()
    and staff_sessions.opened_at > now() - ${total_ms}::float8 * interval '1 millisecond'
    and staff_sessions.used_at > now() - ${idle_ms}::float8 * interval '1 millisecond'
  )`;
}

/** What a session has shown of who its person is. */
export interface SessionProof {
  /** Whether a passkey or a second factor was shown in it, and not a password alone. */
  readonly second_step: boolean;
  /** Since the person last showed who they are. */
  readonly proven_ms_ago: number;
  /** The session that the request's token opened until a proof replaced it; null while it is the session's own. */
  readonly renewed_as: string | null;
}

const proven_ms_ago = sql<number>`(extract(epoch from clock_timestamp() - proven_at) * 1000)::float8`.as(
  'proven_ms_ago',
);

/** @returns undefined for a session that is over, or none */
export function findSessionProof(
  db: Connection,
  id: string,
  limits: SessionLimits,
): Promise<SessionProof | undefined> {
  return db
    .selectFrom('staff_sessions')
    .select(['second_step', proven_ms_ago, 'renewed_as'])
    .where('id', '=', id)
    .where(isOpen(limits))
    .executeTakeFirst();
}

/**
 * Reads a session that is open, and notes that it is in use.
 *
 * @param use.is_attended whether a person is there; a page that asks by itself keeps no session open
 * @returns undefined for one that is over, or none
 */
export async function useSession(
  db: Connection,
  use: { readonly id: string; readonly is_attended: boolean },
  limits: SessionLimits,
): Promise<SessionProof | undefined> {
  const { rows } = await sql<SessionProof>`
    with used as (
      update staff_sessions set used_at = now()
      where id = ${use.id} and ${use.is_attended} and used_at < now() - ${use_noted_every} and ${isOpen(limits)}
    )
    select second_step, renewed_as,
      (extract(epoch from clock_timestamp() - proven_at) * 1000)::float8 as proven_ms_ago
    from staff_sessions where id = ${use.id} and ${isOpen(limits)}`.execute(db);
  return rows[0];
}

export interface SessionRow {
  readonly id: string;
  readonly user_agent: string | null;
  readonly ip_address: string | null;
  readonly opened_at: Date;
  readonly used_at: Date;
}

/** Where a person is signed in, the latest first. */
export function listOpenSessions(
  db: Connection,
  user_id: string,
  limits: SessionLimits,
): Promise<SessionRow[]> {
  return db
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent', 'ip_address', 'opened_at', 'used_at'])
    .where('user_id', '=', user_id)
    .where('renewed_as', 'is', null)
    .where(isOpen(limits))
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Ends sessions of a person: those named, or all others than one, or all.
 *
 * @returns how many there were
 */
export async function endSessions(
  db: Connection,
  user_id: string,
  which: { readonly id?: string; readonly except?: string } = {},
): Promise<number> {
  const { id, except } = which;
  // Their former tokens go with them.
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('user_id', '=', user_id)
    .where('renewed_as', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Locks a session, found by its own id or by that of a former token of it. */
export function lockSession(
  db: Connection,
  id: string,
): Promise<{ readonly id: string; readonly token: string } | undefined> {
  return db
    .selectFrom('staff_sessions')
    .select(['id', 'token'])
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('staff_sessions as given')
        .select(sql<string>`coalesce(given.renewed_as, given.id)`.as('id'))
        .where('given.id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst();
}

export async function replaceToken(db: Connection, id: string, token: string): Promise<void> {
  await db.updateTable('staff_sessions').set({ token }).where('id', '=', id).execute();
}

/** So long a token that was replaced opens what needs no proof. */
const former_token_lasts = sql`interval '1 minute'`;

/**
 * Keeps the token that a session had until just now, as a session of its own that has proven nothing.
 *
 * @param session.token the former one
 * @param id of the new row
 */
export async function keepFormerToken(
  db: Connection,
  session: { readonly id: string; readonly token: string },
  id: string,
): Promise<void> {
  await sql`
    insert into staff_sessions (id, renewed_as, token, expires_at, proven_at, user_id, second_step, ip_address,
      user_agent, opened_at, used_at, created_at, updated_at)
    select ${id}, id, ${session.token}, least(expires_at, now() + ${former_token_lasts}), 'epoch', user_id,
      second_step, ip_address, user_agent, opened_at, used_at, created_at, updated_at
    from staff_sessions where id = ${session.id}`.execute(db);
}

/** Deletes one that is over, so that whoever reads the table without asking {@link isOpen} finds it neither. */
export async function deleteIfOver(db: Connection, id: string, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where('id', '=', id)
    .where(sql<boolean>`not ${isOpen(limits)}`)
    .execute();
}

/** The same of all. */
export async function deleteAllOver(db: Connection, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where(sql<boolean>`not ${isOpen(limits)}`)
    .execute();
}

/**
 * Forgets the devices that a person had trusted to skip the second step at signing in, and steps of it under way: the
 * sign-in library keeps both by the person's id.
 */
export async function forgetDevices(db: Connection, user_id: string): Promise<void> {
  await db.deleteFrom('staff_verifications').where('value', '=', user_id).execute();
}
