import { type RawBuilder, sql } from 'kysely';
import type { SessionLimits } from '../../../platform/actor/session-limits.ts';
import type { Connection } from '../../../platform/database/connect.ts';

/**
 * The use of a session is recorded at most once a minute, so that a page that polls does not cause a write for each
 * request.
 */
const use_noted_every = sql`interval '1 minute'`;

/**
 * Returns an SQL expression for whether a row of `staff_sessions` is a valid session by the database's clock. This
 * is the only definition of a valid session.
 */
export function isOpen({ idle_ms, total_ms }: SessionLimits): RawBuilder<boolean> {
  return sql<boolean>`(
    staff_sessions.expires_at > now()
    and staff_sessions.opened_at > now() - ${total_ms}::float8 * interval '1 millisecond'
    and staff_sessions.used_at > now() - ${idle_ms}::float8 * interval '1 millisecond'
  )`;
}

/** The authentication of a session. */
export interface SessionAuthentication {
  /** Whether it included a passkey or second factor, not the password alone. */
  readonly second_factor: boolean;
  /** Milliseconds since the person last authenticated. */
  readonly proven_ms_ago: number;
  /** The id of the session whose former token the request carries; null for a current token. */
  readonly renewed_as: string | null;
}

const proven_ms_ago = sql<number>`(extract(epoch from clock_timestamp() - proven_at) * 1000)::float8`.as(
  'proven_ms_ago',
);

/** @returns undefined for an unknown or ended session */
export function findSessionAuthentication(
  db: Connection,
  id: string,
  limits: SessionLimits,
): Promise<SessionAuthentication | undefined> {
  return db
    .selectFrom('staff_sessions')
    .select(['second_factor', proven_ms_ago, 'renewed_as'])
    .where('id', '=', id)
    .where(isOpen(limits))
    .executeTakeFirst();
}

/**
 * Reads an open session and records its use.
 *
 * @param use.is_attended whether a person caused the request; polling does not keep a session open
 * @returns undefined for an unknown or ended session
 */
export async function useSession(
  db: Connection,
  use: { readonly id: string; readonly is_attended: boolean },
  limits: SessionLimits,
): Promise<SessionAuthentication | undefined> {
  const { rows } = await sql<SessionAuthentication>`
    with used as (
      update staff_sessions set used_at = now()
      where id = ${use.id} and ${use.is_attended} and used_at < now() - ${use_noted_every} and ${isOpen(limits)}
    )
    select second_factor, renewed_as,
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

/** Lists a person's open sessions, latest first. */
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
 * Ends sessions of a person: one, all except one, or all.
 *
 * @returns how many ended
 */
export async function endSessions(
  db: Connection,
  user_id: string,
  which: { readonly id?: string; readonly except?: string } = {},
): Promise<number> {
  const { id, except } = which;
  // Their former tokens are deleted with them.
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('user_id', '=', user_id)
    .where('renewed_as', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Locks a session, by its id or by the id of a former token. */
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

/** The time for which a former token remains valid for actions that need no recent authentication. */
const former_token_lasts = sql`interval '1 minute'`;

/**
 * Keeps a session's former token as a separate session without a recent authentication.
 *
 * @param session.token the former token
 * @param id of the new row
 */
export async function keepFormerToken(
  db: Connection,
  session: { readonly id: string; readonly token: string },
  id: string,
): Promise<void> {
  await sql`
    insert into staff_sessions (id, renewed_as, token, expires_at, proven_at, user_id, second_factor, ip_address,
      user_agent, opened_at, used_at, created_at, updated_at)
    select ${id}, id, ${session.token}, least(expires_at, now() + ${former_token_lasts}), 'epoch', user_id,
      second_factor, ip_address, user_agent, opened_at, used_at, created_at, updated_at
    from staff_sessions where id = ${session.id}`.execute(db);
}

/** Deletes the former tokens of a session before their time. */
export async function deleteFormerTokens(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('renewed_as', '=', id).execute();
}

export async function deleteSessionByToken(db: Connection, token: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('token', '=', token).execute();
}

/** Deletes a session that has ended, so that code that reads the table without {@link isOpen} does not find it. */
export async function deleteSessionIfOver(db: Connection, id: string, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where('id', '=', id)
    .where(sql<boolean>`not ${isOpen(limits)}`)
    .execute();
}

/** Deletes all sessions that have ended. */
export async function deleteAllOver(db: Connection, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where(sql<boolean>`not ${isOpen(limits)}`)
    .execute();
}

/**
 * Forgets the devices that a person trusted to skip the second factor, and the sign-ins that still wait for the
 * second factor: the sign-in library stores both under the person's id.
 */
export async function forgetDevices(db: Connection, user_id: string): Promise<void> {
  await db.deleteFrom('staff_verifications').where('value', '=', user_id).execute();
}
