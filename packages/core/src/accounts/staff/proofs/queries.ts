import { sql } from 'kysely';
import { isPrivileged, type Role } from '../../../platform/actor/roles.ts';
import type { SessionLimits } from '../../../platform/actor/session-limits.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { isOpen } from '../sessions/queries.ts';

/** Who somebody is at a merchant, and how they have shown it in this session. */
export interface Standing {
  readonly role: Role;
  /** Of every member. */
  readonly second_step_required: boolean;
  /** Of those who can move live money or change who can. */
  readonly second_step_in_live: boolean;
  readonly second_step: boolean;
  readonly proven_ms_ago: number;
}

const proven_ms_ago = sql<number>`(extract(epoch from clock_timestamp() - proven_at) * 1000)::float8`.as(
  'proven_ms_ago',
);

/** @returns undefined for somebody who does not work there, and for a session that is over */
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
      'merchants.second_step_required',
      'merchants.second_step_in_live',
      'staff_sessions.second_step',
      proven_ms_ago,
    ])
    .where('staff_sessions.id', '=', session_id)
    .where(isOpen(limits))
    .where('members.merchant_id', '=', merchant_id)
    .executeTakeFirst();
}

/** A session, by either of its names. */
export type SessionName = { readonly id: string } | { readonly token: string };

/**
 * Notes that the person has shown now who they are.
 *
 * @param kept.second_step undefined: it stays as it was
 * @param kept.is_proof false at a sign-in that left the second factor out: what asks for a proof asks for it
 */
export async function keepProof(
  db: Connection,
  session: SessionName,
  { second_step, is_proof = true }: { readonly second_step?: boolean; readonly is_proof?: boolean },
): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({
      proven_at: is_proof ? sql<Date>`now()` : new Date(0),
      ...(second_step !== undefined && { second_step }),
    })
    .$if('id' in session, (query) => query.where('id', '=', 'id' in session ? session.id : ''))
    .$if('token' in session, (query) => query.where('token', '=', 'token' in session ? session.token : ''))
    .execute();
}

/** Which second steps a person has. */
export async function findSecondSteps(
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

/** Takes from a person's sessions that they had a second step. */
export async function takeSecondStep(db: Connection, user_id: string): Promise<void> {
  await db.updateTable('staff_sessions').set({ second_step: false }).where('user_id', '=', user_id).execute();
}

/** Who is let in somewhere for long. */
export interface Stay {
  readonly session_id: string;
  readonly merchant_id: string;
  readonly role: Role;
  readonly mode: Mode;
}

/** Which of them may still be there in the same role, as places in the list. */
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
    where second_step or not (second_step_required or (second_step_in_live and is_privileged))`.execute(db);
  return new Set(rows.map(({ place }) => Number(place) - 1));
}
