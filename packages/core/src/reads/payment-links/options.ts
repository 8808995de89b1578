import { operators } from '@guichet/operators/catalogue';
import Type, { type Static } from 'typebox';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';

/** The values to choose from when a payment link is made. */
export const PaymentLinkOptions = Type.Object({
  currencies: Type.Array(Type.String(), { description: 'ISO 4217, in alphabetical order.' }),
  currency: Type.String({ description: 'The usual currency in the merchant’s country.' }),
});

/** Lists the currencies of the catalogue. @throws AppError `forbidden` */
export async function listPaymentLinkOptions(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<Static<typeof PaymentLinkOptions>> {
  requireScope(actor, 'payment_links:read');
  const { country } = await requireMerchant(ctx, actor.merchant_id);
  const currencies = [...new Set(operators.flatMap((operator) => operator.currencies))].sort();
  const own = operators.find((operator) => operator.country === country)?.currencies[0];
  return { currencies, currency: own ?? currencies[0] ?? 'XOF' };
}
