import { sql } from 'kysely';
import type { Connection } from '../../database/connect.ts';
import type { Role } from '../roles.ts';

/** Who somebody is at a merchant, and how they have shown it in this session. */
export interface Standing {
  readonly role: Role;
  readonly second_step_required: boolean;
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
): Promise<Standing | undefined> {
  return db
    .selectFrom('staff_sessions')
    .innerJoin('members', 'members.user_id', 'staff_sessions.user_id')
    .innerJoin('merchants', 'merchants.id', 'members.merchant_id')
    .select(['members.role', 'merchants.second_step_required', 'staff_sessions.second_step', proven_ms_ago])
    .where('staff_sessions.id', '=', session_id)
    .where('staff_sessions.expires_at', '>', sql<Date>`now()`)
    .where('members.merchant_id', '=', merchant_id)
    .executeTakeFirst();
}

export interface SessionProof {
  readonly second_step: boolean;
  readonly proven_ms_ago: number;
}

export function findSessionProof(db: Connection, session_id: string): Promise<SessionProof | undefined> {
  return db
    .selectFrom('staff_sessions')
    .select(['second_step', proven_ms_ago])
    .where('id', '=', session_id)
    .executeTakeFirst();
}

/** A session, by either of its names. */
export type SessionName = { readonly id: string } | { readonly token: string };

/** Notes that the person has shown now who they are. @param second_step undefined: it stays as it was */
export async function keepProof(
  db: Connection,
  session: SessionName,
  { second_step }: { readonly second_step?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ proven_at: sql<Date>`now()`, ...(second_step !== undefined && { second_step }) })
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
}

/** Which of them may still be there in the same role, as places in the list. */
export async function listStanding(db: Connection, stays: readonly Stay[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ place: bigint }>`
    select stays.place
    from unnest(
      ${stays.map(({ session_id }) => session_id)}::text[],
      ${stays.map(({ merchant_id }) => merchant_id)}::text[],
      ${stays.map(({ role }) => role)}::text[]
    ) with ordinality as stays (session_id, merchant_id, role, place)
    join staff_sessions on staff_sessions.id = stays.session_id and expires_at > now()
    join members on members.merchant_id = stays.merchant_id and members.user_id = staff_sessions.user_id
      and members.role = stays.role
    join merchants on merchants.id = stays.merchant_id
    where second_step or not second_step_required`.execute(db);
  return new Set(rows.map(({ place }) => Number(place) - 1));
}
