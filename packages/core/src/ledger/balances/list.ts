import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import type { Context } from '../../platform/context.ts';
import { accounts } from '../accounts.ts';
import { sumAccounts } from './queries.ts';
import type { BalanceObject } from './schemas.ts';

/**
 * Lists the balances of the caller's merchant and mode, one for each currency it ever had money in, by
 * currency code.
 */
export async function listBalances(
  ctx: Pick<Context, 'db'>,
  caller: Pick<Caller, 'merchant_id' | 'mode'>,
): Promise<BalanceObject[]> {
  const { merchantBalance, payoutsInFlight } = accounts;
  const sums = await sumAccounts(ctx.db, caller, [merchantBalance, payoutsInFlight]);
  return [...new Set(sums.map(({ currency }) => currency))].map((code) => {
    const currency = asCurrency(code);
    const owed = (account: string): number => {
      const sum = sums.find((one) => one.currency === code && one.account === account);
      // A credit, which the books hold as a negative amount.
      return majorNumber({ amount_minor: -(sum?.amount_minor ?? 0n), currency });
    };
    return { currency, available: owed(merchantBalance), payouts_in_flight: owed(payoutsInFlight) };
  });
}
