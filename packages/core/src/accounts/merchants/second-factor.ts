import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findSecondFactors } from '../staff/reauthentication/queries.ts';
import { requireMerchant } from './find.ts';
import { updateMerchant } from './queries.ts';

/** The merchant's rule for the second factor of its staff. */
export const SecurityObject = Type.Object({
  second_factor_required: Type.Boolean({
    description: 'Members can do nothing here until they have signed in with a second factor or a passkey.',
  }),
  second_factor_in_live: Type.Boolean({
    description:
      'The same for members who can move money or change who can: in live mode, and to grant access.',
  }),
});
export type SecurityObject = Static<typeof SecurityObject>;

export const SecurityInput = Type.Partial(SecurityObject, { additionalProperties: false });
const check = makeCheck(SecurityInput);

/** Gets the merchant's sign-in rules. @throws AppError `forbidden` */
export async function showSecurity(ctx: Pick<Context, 'db'>, actor: StaffActor): Promise<SecurityObject> {
  requireScope(actor, 'settings:read');
  const { second_factor_required, second_factor_in_live } = await requireMerchant(ctx, actor.merchant_id);
  return { second_factor_required, second_factor_in_live };
}

/**
 * Sets which members need a second factor. The rule applies immediately, even to sessions that were opened without
 * one. Relaxing it requires step-up authentication, like every change of this kind (`requireRecentAuthentication`).
 *
 * @throws AppError `forbidden`, `invalid_fields`, `conflict` for an actor who would require a second factor of
 * others without having one
 */
export async function updateSecurity(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  input: unknown,
): Promise<SecurityObject> {
  requireScope(actor, 'security:write');
  const change = check(input);
  const { app, passkey } = await findSecondFactors(ctx.db, actor.user_id);
  const is_asked = change.second_factor_required === true || change.second_factor_in_live === true;
  if (is_asked && !app && !passkey) {
    throw new AppError('conflict', {
      reason: problem('second_factor_missing', 'Set up two-factor authentication for yourself first.'),
    });
  }
  if (Object.keys(change).length > 0) await updateMerchant(ctx.db, actor.merchant_id, change);
  return showSecurity(ctx, actor);
}
