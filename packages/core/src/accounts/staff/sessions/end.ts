import { AppError } from '@guichet/kernel/errors';
import Type from 'typebox';
import type { PersonActor, StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { requireMayGive } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { lockMembers } from '../members/queries.ts';
import { recordSignIn } from '../sign-ins/queries.ts';
import { endSessions, forgetDevices } from './queries.ts';

export const EndedSessions = Type.Object({
  ended: Type.Integer({ description: 'Number of sessions that ended.' }),
});

/**
 * Ends one of the actor's own sessions. @throws AppError `forbidden`, `not_found` when it is somebody else's, or has
 * ended
 */
export async function endSession(
  { db }: Pick<Context, 'db'>,
  actor: PersonActor,
  id: string,
): Promise<{ ended: number }> {
  requireScope(actor, 'own:write');
  const ended = await db.transaction().execute(async (tx) => {
    const count = await endSessions(tx, actor.user_id, { id });
    if (count > 0) await recordSignIn(tx, actor.user_id, { outcome: 'signed_out', ended: count });
    return count;
  });
  if (ended === 0) throw new AppError('not_found', { message: 'There is no such session.' });
  return { ended };
}

/** Ends all of the actor's own sessions except the current one, and deletes their trusted devices. */
export async function endOtherSessions(
  { db }: Pick<Context, 'db'>,
  actor: PersonActor,
): Promise<{ ended: number }> {
  requireScope(actor, 'own:write');
  const { user_id, session_id } = actor;
  return db.transaction().execute(async (tx) => {
    await forgetDevices(tx, user_id);
    const ended = await endSessions(tx, user_id, { except: session_id });
    if (ended > 0) await recordSignIn(tx, user_id, { outcome: 'signed_out', ended });
    return { ended };
  });
}

/**
 * Ends every session of a member and deletes their trusted devices, without removing them from the team. Meant for
 * a lost laptop or an unfamiliar session. The audit log records the actor.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function endMemberSessions(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  user_id: string,
): Promise<{ ended: number }> {
  requireScope(actor, 'team:write');
  return ctx.db.transaction().execute(async (tx) => {
    const members = await lockMembers(tx, actor.merchant_id);
    const member = members.find((one) => one.user_id === user_id);
    if (!member) throw new AppError('not_found', { message: 'No member of this merchant has this id.' });
    requireMayGive(actor, member.role);
    await forgetDevices(tx, user_id);
    const ended = await endSessions(tx, user_id);
    await recordSignIn(tx, user_id, { outcome: 'signed_out', ended });
    return { ended };
  });
}
