import { operators, operatorsForCurrency } from '@guichet/operators/catalogue';
import { examplePhone } from '@guichet/operators/sandbox/example-phone';
import Type, { type Static } from 'typebox';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { usualAmount } from './usual-amounts.ts';

/** The scenarios worth trying first: the ones that a shop meets in its first week. */
const digits_to_try = ['00', '01', '02', '03', '10', '12'] as const;

export const TrialOptions = Type.Object({
  currency: Type.String({ description: 'The usual currency in the merchant’s country.' }),
  currencies: Type.Array(
    Type.Object({
      currency: Type.String({ description: 'ISO 4217.' }),
      amount: Type.Number({ description: 'A usual price, in the major unit.' }),
      numbers: Type.Array(Type.Object({ digits: Type.Enum([...digits_to_try]), phone: Type.String() }), {
        description: 'Numbers to type on the page, by their last two digits. E.164. None in live mode.',
      }),
    }),
    { description: 'In alphabetical order.' },
  ),
});

/** Lists what a trial can be made with. @throws AppError `forbidden` */
export async function listTrialOptions(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<Static<typeof TrialOptions>> {
  requireScope(actor, 'payment_links:read');
  const { country } = await requireMerchant(ctx, actor.merchant_id);
  const listed = [...new Set(operators.flatMap((operator) => operator.currencies))].sort();
  const own = operators.find((operator) => operator.country === country)?.currencies[0];
  return {
    currency: own ?? 'XOF',
    currencies: listed.map((currency) => {
      const offered = operatorsForCurrency(currency);
      const operator = offered.find((one) => one.country === country) ?? offered[0];
      const phones = actor.mode === 'test' && operator !== undefined ? digits_to_try : [];
      return {
        currency,
        amount: usualAmount(currency),
        numbers: phones.map((digits) => ({ digits, phone: examplePhone(operator ?? { country }, digits) })),
      };
    }),
  };
}
