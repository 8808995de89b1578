import { exponentOf, isCurrency } from '@guichet/kernel/currencies';
import { type Money, moneyFromText } from '@guichet/kernel/money';

/**
 * Reads a wallet's balance. A provider's books may be finer than the currency, as in pawaPay's example of 10798.03
 * UGX: what the currency cannot express is cut off, because nobody can pay with it. Never for a transaction's amount.
 *
 * @returns undefined for an invalid amount or an unknown currency
 */
export function readBalanceMoney(amount: string | number, currency: string): Money | undefined {
  const [, whole, decimals = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || !isCurrency(currency)) return undefined;
  const kept = decimals.slice(0, exponentOf(currency));
  const read = moneyFromText(kept === '' ? whole : `${whole}.${kept}`, currency);
  return 'money' in read ? read.money : undefined;
}
