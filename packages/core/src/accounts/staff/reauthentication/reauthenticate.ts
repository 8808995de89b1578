import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { PersonActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { countSignInAttempt } from '../limit-attempts.ts';
import { findPasswordHash } from '../queries.ts';
import { noteRefusal } from '../sign-ins/note.ts';
import { findSecondFactors } from './queries.ts';

export const ProofInput = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);
const check = makeCheck(ProofInput);

/** The sign-in library's comparison of a password with its hash. */
export type VerifyPassword = (given: {
  readonly hash: string;
  readonly password: string;
}) => Promise<boolean>;

/**
 * Authenticates the signed-in person again with their password. The session is renewed afterwards
 * (`sessions/renew.ts`).
 *
 * @throws AppError `forbidden`, `invalid_fields`, `rate_limited`, `conflict` for somebody who has no password, or
 * who has a second factor
 */
export async function reauthenticateByPassword(
  ctx: Pick<Context, 'db' | 'pool' | 'clock'>,
  actor: PersonActor,
  { verify, body }: { readonly verify: VerifyPassword; readonly body: unknown },
): Promise<void> {
  requireScope(actor, 'own:write');
  const { password } = check(body);
  const { app, passkey } = await findSecondFactors(ctx.db, actor.user_id);
  // Somebody with a second factor has to use it here as well: the browser may have saved the password, and a
  // different person may now be using it.
  if (app || passkey) {
    throw new AppError('conflict', {
      reason: problem('second_factor_needed', 'Use your app, your passkey or a recovery code.'),
    });
  }
  const attempt = await countSignInAttempt(ctx, actor);
  const hash = await findPasswordHash(ctx.db, actor.user_id);
  if (hash === null)
    throw new AppError('conflict', {
      reason: problem('no_password', 'You have no password. Use your passkey.'),
    });
  if (!(await verify({ hash, password }))) {
    await noteRefusal(ctx, { ...actor, user_ids: [actor.user_id], way: 'password' });
    throw invalidFields({ password: [problem('wrong_password', 'is not your password')] });
  }
  await attempt.succeeded();
}
