import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { Context } from '../context.ts';
import type { Person } from './actor.ts';
import { Email, emailProblem, normalEmail } from './fields.ts';
import { takeTry } from './limit-tries.ts';
import { findStaffByEmail, updateStaff } from './queries.ts';

export const EmailInput = Type.Object({ email: Email }, { additionalProperties: false });
const check = makeCheck(EmailInput);

/**
 * Gives oneself another e-mail address to sign in with. No mail is sent to it, so nobody checks whether it is theirs:
 * the audit log of each of their merchants says both.
 *
 * @throws AppError `invalid_fields`, `rate_limited`, `conflict` when somebody has it
 */
export async function changeEmail(
  ctx: Pick<Context, 'db' | 'pool' | 'clock'>,
  person: Person,
  input: unknown,
): Promise<{ email: string }> {
  const email = normalEmail(check(input, { email: emailProblem }).email);
  if (email === person.email) return { email };
  // Whoever is signed in could ask here who else has an account.
  const attempt = await takeTry(ctx, { email: null, address: person.address });
  await ctx.db.transaction().execute(async (tx) => {
    if (await findStaffByEmail(tx, email)) {
      throw new AppError('conflict', {
        reason: problem('email_taken', 'Somebody has this e-mail address already.'),
      });
    }
    await updateStaff(tx, person.user_id, { email, updated_at: ctx.clock.now() });
  });
  await attempt.succeeded();
  return { email };
}
