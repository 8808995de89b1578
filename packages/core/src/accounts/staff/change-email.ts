import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { Person } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { Email, emailProblem, normalEmail } from './fields.ts';
import { takeTry } from './limit-tries.ts';
import { lockMembers } from './members/queries.ts';
import { findStaffByEmail, updateStaff } from './queries.ts';

export const EmailInput = Type.Object({ email: Email }, { additionalProperties: false });
const check = makeCheck(EmailInput);

/**
 * Gives oneself another e-mail address to sign in with. No mail is sent to it, so nobody checks whether it is theirs,
 * and it gives nothing: it is theirs at this merchant only, whose audit log says both.
 *
 * @throws AppError `invalid_fields`, `rate_limited`, `conflict` when somebody of the team has it
 */
export async function changeEmail(
  ctx: Pick<Context, 'db' | 'pool' | 'clock'>,
  { user_id, merchant_id, email: email_before, address }: Person,
  input: unknown,
): Promise<{ email: string }> {
  const email = normalEmail(check(input, { email: emailProblem }).email);
  if (email === email_before) return { email };
  // Those who may not see the team could ask here who is in it.
  const attempt = await takeTry(ctx, { address });
  await ctx.db.transaction().execute(async (tx) => {
    await lockMembers(tx, merchant_id);
    if (await findStaffByEmail(tx, merchant_id, email)) {
      throw new AppError('conflict', {
        reason: problem('email_taken', 'Somebody on your team already has this e-mail address.'),
      });
    }
    await updateStaff(tx, user_id, { email, updated_at: ctx.clock.now() });
  });
  await attempt.succeeded();
  return { email };
}
