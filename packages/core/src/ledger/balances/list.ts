import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { accounts } from '../accounts.ts';
import { sumAccounts } from './queries.ts';
import type { BalanceObject } from './schemas.ts';

/**
 * Lists the balances of the actor's merchant and mode, one for each currency in which there was ever any money,
 * ordered by currency code.
 */
export async function listBalances(ctx: Pick<Context, 'db'>, actor: MerchantActor): Promise<BalanceObject[]> {
  requireScope(actor, 'balances:read');
  const { merchantBalance, payoutsInFlight, suspense, duplicates } = accounts;
  const sums = await sumAccounts(ctx.db, actor, [merchantBalance, payoutsInFlight, suspense, duplicates]);
  return [...new Set(sums.map(({ currency }) => currency))].map((code) => {
    const currency = asCurrency(code);
    const owed = (...names: readonly string[]): number => {
      const amount_minor = sums
        .filter((one) => one.currency === code && names.includes(one.account))
        // A credit, which the books hold as a negative amount.
        .reduce((sum, one) => sum - one.amount_minor, 0n);
      return majorNumber({ amount_minor, currency });
    };
    return {
      currency,
      available: owed(merchantBalance),
      payouts_in_flight: owed(payoutsInFlight),
      held: owed(suspense, duplicates),
    };
  });
}
