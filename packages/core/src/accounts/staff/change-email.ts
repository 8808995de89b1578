import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { PersonActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { Email, emailProblem, normalEmail } from './fields.ts';
import { countSignInAttempt } from './limit-attempts.ts';
import { lockMembers } from './members/queries.ts';
import { findStaffByEmail, noteAddress, updateStaff } from './queries.ts';

export const EmailInput = Type.Object({ email: Email }, { additionalProperties: false });
const check = makeCheck(EmailInput);

/**
 * Changes the e-mail address with which the actor signs in. No mail is sent to the new address, so its ownership is
 * not verified. It grants no access elsewhere: it is valid only at this merchant, whose audit log records the old
 * and the new address.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `rate_limited`, `conflict` if a different member has the address
 */
export async function changeEmail(
  ctx: Pick<Context, 'db' | 'pool' | 'clock'>,
  actor: PersonActor,
  input: unknown,
): Promise<{ email: string }> {
  requireScope(actor, 'own:write');
  const { user_id, merchant_id, email: email_before, address } = actor;
  const email = normalEmail(check(input, { email: emailProblem }).email);
  if (email === email_before) return { email };
  // Attempts are limited, because members who may not see the team could otherwise find out its members' addresses
  // here.
  const attempt = await countSignInAttempt(ctx, { address });
  await ctx.db.transaction().execute(async (tx) => {
    await lockMembers(tx, merchant_id);
    if (await findStaffByEmail(tx, merchant_id, email)) {
      throw new AppError('conflict', {
        reason: problem('email_taken', 'Somebody on your team already has this e-mail address.'),
      });
    }
    await updateStaff(tx, user_id, { email, updated_at: ctx.clock.now() });
    await noteAddress(tx, { merchant_id, user_id, email });
  });
  await attempt.succeeded();
  return { email };
}
