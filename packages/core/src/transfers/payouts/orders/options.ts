import Type, { type Static } from 'typebox';
import { listBalances } from '../../../ledger/balances/list.ts';
import { BalanceObject } from '../../../ledger/balances/schemas.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { findEligibleOperators } from '../../../routing/find-eligible-operators.ts';
import { getRouting } from '../../../routing/queries.ts';
import { listPayoutRules, PayoutRuleObject } from './rules.ts';

const { currency: _, ...RuleProperties } = PayoutRuleObject.properties;

/** The operators that can pay out, for each currency. */
export const PayoutOptions = Type.Object({
  currencies: Type.Array(
    Type.Object({
      ...{ ...BalanceObject.properties, ...RuleProperties },
      operators: Type.Array(
        Type.Object({ code: Type.String(), name: Type.String(), country: Type.String() }),
        {
          description:
            'Operators that can pay out the currency, with the merchant’s current accounts and rules.',
        },
      ),
    }),
  ),
});
export type PayoutOptions = Static<typeof PayoutOptions>;

/**
 * Lists balances with the operators that can pay out from them, for the payout form.
 *
 * @throws AppError `forbidden`
 */
export async function listPayoutOptions(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  actor: StaffActor,
): Promise<PayoutOptions> {
  requireScope(actor, 'payouts:read');
  const { merchant_id, mode } = actor;
  const balances = await listBalances(ctx, actor);
  const routing = await getRouting(ctx.db, merchant_id, mode);
  const rules = (await listPayoutRules(ctx, actor)).items;
  return {
    currencies: balances.map((balance) => {
      const { currency } = balance;
      const rule = rules.find((one) => one.currency === currency);
      const ways = findEligibleOperators(ctx, routing, { mode, currency, ability: 'payout' });
      return {
        ...balance,
        approval_above: rule?.approval_above ?? null,
        approval_day_above: rule?.approval_day_above ?? null,
        approval_recipient_above: rule?.approval_recipient_above ?? null,
        low_balance: rule?.low_balance ?? null,
        operators: ways
          .filter(({ routes }) => routes.some(({ payout }) => payout))
          .map(({ operator: { code, name, country } }) => ({ code, name, country })),
      };
    }),
  };
}
