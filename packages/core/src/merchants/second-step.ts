import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { Context } from '../context.ts';
import type { Actor } from '../staff/actor.ts';
import { findSecondSteps } from '../staff/proofs/queries.ts';
import { requireScope } from '../staff/roles.ts';
import { requireMerchant } from './find.ts';
import { updateMerchant } from './queries.ts';

/** How a merchant's members have to sign in. */
export const SecurityObject = Type.Object({
  second_step_required: Type.Boolean({
    description: 'Members can do nothing here before they have signed in with a second factor or a passkey.',
  }),
});
export type SecurityObject = Static<typeof SecurityObject>;

export const SecurityInput = Type.Object(SecurityObject.properties, { additionalProperties: false });
const check = makeCheck(SecurityInput);

/** @throws AppError `forbidden` */
export async function showSecurity(ctx: Pick<Context, 'db'>, actor: Actor): Promise<SecurityObject> {
  requireScope(actor, 'settings:read');
  const { second_step_required } = await requireMerchant(ctx, actor.merchant_id);
  return { second_step_required };
}

/**
 * Says whether every member needs a second step. It counts at once, for everybody who is signed in without one.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `conflict` for who would ask it of others and has none
 */
export async function updateSecurity(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  input: unknown,
): Promise<SecurityObject> {
  requireScope(actor, 'security:write');
  const { second_step_required } = check(input);
  const { app, passkey } = await findSecondSteps(ctx.db, actor.user_id);
  if (second_step_required && !app && !passkey) {
    throw new AppError('conflict', {
      reason: problem('second_step_missing', 'Set up a second step for yourself first.'),
    });
  }
  await updateMerchant(ctx.db, actor.merchant_id, { second_step_required });
  return { second_step_required };
}
