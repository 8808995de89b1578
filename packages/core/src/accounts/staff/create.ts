import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { type Role, roles } from '../../platform/actor/roles.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from '../merchants/find.ts';
import { Email, emailProblem, nameProblem, normalEmail, StaffName } from './fields.ts';
import { makeStaffId } from './ids.ts';
import { insertMember } from './members/queries.ts';
import { findStaffByEmail, insertStaff, putPassword } from './queries.ts';

const check = makeCheck(
  Type.Object({ email: Email, name: StaffName, role: Type.Enum(roles) }, { additionalProperties: false }),
);

/**
 * Creates a member of staff with a role, for the person who runs the service and for the demo. Merchants invite
 * their own staff.
 *
 * @param input.password_hash in the sign-in library's format
 * @throws AppError `forbidden`, `invalid_fields`, `merchant_not_found`, `conflict` if a member already has the
 * e-mail address
 */
export async function createStaff(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
  {
    merchant_id,
    password_hash,
    ...input
  }: { merchant_id: string; email: string; name: string; role: Role; password_hash: string },
): Promise<{ id: string }> {
  requireScope(actor, 'installation:write');
  const { email, name, role } = check(input, { email: emailProblem, name: nameProblem });
  await requireMerchant(ctx, merchant_id);
  const id = makeStaffId('stf');
  const created_at = ctx.clock.now();
  await ctx.db.transaction().execute(async (tx) => {
    if (await findStaffByEmail(tx, merchant_id, normalEmail(email))) {
      throw new AppError('conflict', {
        reason: problem('works_here', 'This person already works for this merchant.'),
      });
    }
    const person = { id, merchant_id, name: name.trim(), email: normalEmail(email) };
    await insertStaff(tx, { ...person, language: null, created_at });
    await putPassword(tx, { user_id: id, password_hash, at: created_at });
    await insertMember(tx, { merchant_id, user_id: id, role, created_at, updated_at: created_at });
  });
  return { id };
}
