import { sql } from 'kysely';
import { isPrivileged, type Role } from '../../../platform/actor/roles.ts';
import type { SessionLimits } from '../../../platform/actor/session-limits.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { isOpen } from '../sessions/queries.ts';

/** A session's member and role, and how the session was authenticated. */
export interface Standing {
  readonly role: Role;
  /** Whether a second factor is required of every member. */
  readonly second_factor_required: boolean;
  /** Whether a second factor is required of members who can move live money or can change who may move it. */
  readonly second_factor_in_live: boolean;
  readonly second_factor: boolean;
  readonly proven_ms_ago: number;
}

const proven_ms_ago = sql<number>`(extract(epoch from clock_timestamp() - proven_at) * 1000)::float8`.as(
  'proven_ms_ago',
);

/** @returns undefined for somebody who is not a member, or whose session has ended */
export function findStanding(
  db: Connection,
  { merchant_id, session_id }: { readonly merchant_id: string; readonly session_id: string },
  limits: SessionLimits,
): Promise<Standing | undefined> {
  return db
    .selectFrom('staff_sessions')
    .innerJoin('members', 'members.user_id', 'staff_sessions.user_id')
    .innerJoin('merchants', 'merchants.id', 'members.merchant_id')
    .select([
      'members.role',
      'merchants.second_factor_required',
      'merchants.second_factor_in_live',
      'staff_sessions.second_factor',
      proven_ms_ago,
    ])
    .where('staff_sessions.id', '=', session_id)
    .where(isOpen(limits))
    .where('members.merchant_id', '=', merchant_id)
    .executeTakeFirst();
}

/** Whether a merchant can have live payments: once it has an account with a provider, even one that is switched off. */
export async function hasLiveAccount(db: Connection, merchant_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('connector_accounts')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A session, by its id or its token. */
export type SessionName = { readonly id: string } | { readonly token: string };

/**
 * Records that the person has just authenticated.
 *
 * @param kept.second_factor undefined leaves it unchanged
 * @param kept.is_proof false for a sign-in without the second factor: sensitive actions then still require step-up
 * authentication
 */
export async function recordAuthentication(
  db: Connection,
  session: SessionName,
  { second_factor, is_proof = true }: { readonly second_factor?: boolean; readonly is_proof?: boolean },
): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({
      proven_at: is_proof ? sql<Date>`now()` : new Date(0),
      ...(second_factor !== undefined && { second_factor }),
    })
    .$if('id' in session, (query) => query.where('id', '=', 'id' in session ? session.id : ''))
    .$if('token' in session, (query) => query.where('token', '=', 'token' in session ? session.token : ''))
    .execute();
}

/** Finds which second factors a person has. */
export async function findSecondFactors(
  db: Connection,
  user_id: string,
): Promise<{ readonly app: boolean; readonly passkey: boolean }> {
  const found = await db
    .selectFrom('staff')
    .select(({ exists, selectFrom }) => [
      sql<boolean>`coalesce(two_factor_enabled, false)`.as('app'),
      exists(
        selectFrom('staff_passkeys').select('staff_passkeys.id').whereRef('user_id', '=', 'staff.id'),
      ).as('passkey'),
    ])
    .where('staff.id', '=', user_id)
    .executeTakeFirst();
  return { app: found?.app ?? false, passkey: Boolean(found?.passkey) };
}

/** Removes the mark of a second factor from all sessions of a person. */
export async function clearSecondFactor(db: Connection, user_id: string): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ second_factor: false })
    .where('user_id', '=', user_id)
    .execute();
}

/** A long-lived connection of a signed-in person. */
export interface Stay {
  readonly session_id: string;
  readonly merchant_id: string;
  readonly role: Role;
  readonly mode: Mode;
}

/**
 * @returns the indexes of the connections whose person is still allowed to be connected and still has the same role
 */
export async function listStanding(
  db: Connection,
  stays: readonly Stay[],
  limits: SessionLimits,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: bigint }>`
    select stays.place
    from unnest(
      ${stays.map(({ session_id }) => session_id)}::text[],
      ${stays.map(({ merchant_id }) => merchant_id)}::text[],
      ${stays.map(({ role }) => role)}::text[],
      ${stays.map(({ role, mode }) => mode === 'live' && isPrivileged(role))}::boolean[]
    ) with ordinality as stays (session_id, merchant_id, role, is_privileged, place)
    join staff_sessions on staff_sessions.id = stays.session_id and ${isOpen(limits)}
    join members on members.merchant_id = stays.merchant_id and members.user_id = staff_sessions.user_id
      and members.role = stays.role
    join merchants on merchants.id = stays.merchant_id
    where second_factor or not (second_factor_required or (second_factor_in_live and is_privileged))`.execute(
    db,
  );
  return new Set(rows.map(({ place }) => Number(place) - 1));
}
