import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorText } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import type { Connection } from '../platform/database/connect.ts';
import { accounts } from './accounts.ts';
import { type BalanceKey, lockAccount } from './balances/queries.ts';

/** An amount that is about to be taken from a merchant's balance. */
type Wanted = Omit<BalanceKey, 'account'> & { readonly amount_minor: bigint };

/**
 * Locks the merchant's balance until the transaction ends, and requires that the amount is available.
 *
 * @param steps.read sums the account after it has been locked; a negative sum is a credit
 * @param steps.words returns the texts of the refusal, given the available balance in major units
 * @returns what was read
 * @throws AppError `insufficient_balance`
 */
export async function requireBalance<Funds extends { readonly amount_minor: bigint }>(
  tx: Connection,
  { merchant_id, mode, currency, amount_minor }: Wanted,
  steps: {
    read(tx: Connection, key: BalanceKey): Promise<Funds>;
    words(available: string): { readonly message?: string; readonly amount: string };
  },
): Promise<Funds> {
  const key = { merchant_id, mode, currency, account: accounts.merchantBalance };
  await lockAccount(tx, key);
  const funds = await steps.read(tx, key);
  const available_minor = -funds.amount_minor;
  if (amount_minor <= available_minor) return funds;
  const available = majorText({ amount_minor: available_minor, currency: asCurrency(currency) });
  const { message, amount } = steps.words(available);
  const fields = { amount: [problem('more_than_available', amount, { amount: available, currency })] };
  throw new AppError('insufficient_balance', { ...(message !== undefined && { message }), fields });
}
