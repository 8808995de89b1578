import { randomBytes } from 'node:crypto';
import type { PersonActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { actAs, authorOf } from '../audit/act-as.ts';
import { findPasswordHash, lockPasswordHash, putPassword } from './queries.ts';
import { recordAuthentication } from './reauthentication/queries.ts';
import type { VerifyPassword } from './reauthentication/reauthenticate.ts';
import {
  deleteFormerTokens,
  endSessions,
  forgetDevices,
  lockSession,
  replaceToken,
} from './sessions/queries.ts';

export interface PasswordChange {
  readonly current: string;
  /** Must be acceptable already. */
  readonly next: string;
  readonly verify: VerifyPassword;
  readonly hash: (password: string) => Promise<string>;
}

/**
 * Replaces the signed-in person's password. Anyone who knew the old one is signed out: the other sessions, the
 * trusted devices and this session's former token end at once.
 *
 * @returns the session's new token; undefined if the current password is wrong or has been replaced meanwhile, or if
 * the session has ended
 * @throws AppError `forbidden`
 */
export async function changePassword(
  ctx: Pick<Context, 'db' | 'pool' | 'clock'>,
  actor: PersonActor,
  { current, next, verify, hash }: PasswordChange,
): Promise<string | undefined> {
  requireScope(actor, 'own:write');
  const { user_id, session_id } = actor;
  const stored = await findPasswordHash(ctx.db, user_id);
  if (stored === null || !(await verify({ hash: stored, password: current }))) return undefined;
  const password_hash = await hash(next);
  return actAs(ctx, authorOf(actor))
    .db.transaction()
    .execute(async (tx) => {
      // A link may have set a new password while this request was compared with the old one.
      if ((await lockPasswordHash(tx, user_id)) !== stored) return undefined;
      const session = await lockSession(tx, session_id);
      if (session === undefined) return undefined;
      await putPassword(tx, { user_id, password_hash, at: ctx.clock.now() });
      await endSessions(tx, user_id, { except: session.id });
      await deleteFormerTokens(tx, session.id);
      await forgetDevices(tx, user_id);
      await recordAuthentication(tx, { id: session.id }, {});
      const token = randomBytes(24).toString('base64url');
      await replaceToken(tx, session.id, token);
      return token;
    });
}
