import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { MerchantActor, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from './find.ts';
import { type Merchant, updateMerchant } from './queries.ts';

/** A merchant's choices for handling unexpected money, the same in both modes. */
export const MoneyChoices = Type.Object({
  on_underpaid: Type.Enum(['accept', 'refund_all', 'ask'], {
    description: 'When less was paid than requested: accept the amount, refund all of it, or ask the staff.',
  }),
  on_overpaid: Type.Enum(['accept', 'refund_difference', 'refund_all', 'ask'], {
    description:
      'When more was paid than requested: accept the amount, refund the difference, refund all of it, or ask. The staff ' +
      'are always asked about a different currency.',
  }),
  on_paid_late: Type.Enum(['accept', 'refund_all', 'ask'], {
    description: 'When money arrives after the payment expired, failed or was cancelled.',
  }),
  on_paid_twice: Type.Enum(['refund_all', 'ask'], {
    description: 'When a paid payment is paid again: refund the second amount at once, or ask.',
  }),
});
export type MoneyChoices = Static<typeof MoneyChoices>;

export const MoneyChoicesInput = Type.Partial(MoneyChoices, { additionalProperties: false });
const check = makeCheck(MoneyChoicesInput);

/** Gets the merchant's choices. @throws AppError `forbidden` */
export async function showMoneyChoices(ctx: Pick<Context, 'db'>, actor: StaffActor): Promise<MoneyChoices> {
  requireScope(actor, 'settings:read');
  return present(await requireMerchant(ctx, actor.merchant_id));
}

/**
 * Changes the merchant's choices; omitted choices remain unchanged. Money that is already held still needs review.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function updateMoneyChoices(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  input: unknown,
): Promise<MoneyChoices> {
  requireScope(actor, 'settings:write');
  const { merchant_id } = actor;
  const change = check(input);
  const merchant = await requireMerchant(ctx, merchant_id);
  if (Object.keys(change).length === 0) return present(merchant);
  return present((await updateMerchant(ctx.db, merchant_id, change)) ?? merchant);
}

function present({ on_underpaid, on_overpaid, on_paid_late, on_paid_twice }: Merchant): MoneyChoices {
  return { on_underpaid, on_overpaid, on_paid_late, on_paid_twice };
}
