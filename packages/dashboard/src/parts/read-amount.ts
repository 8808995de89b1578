import { isCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { ApiProblem } from '../api/problem.ts';

/** The server's problem for a field without a valid amount. */
export const not_an_amount = problem('not_an_amount', 'must be an amount, for example 500');

/** Creates the error that the server would return for a field with this problem. */
export function wrongAmount(field: string): ApiProblem {
  return new ApiProblem(422, { code: 'invalid_fields', problems: { [field]: [not_an_amount] } }, null);
}

/** Parses a typed amount into the major unit, as in the API; null if it is not valid in that currency. */
export function readAmount(text: string, currency: string): number | null {
  if (!isCurrency(currency)) return null;
  const read = readTypedAmount(text, currency);
  return 'money' in read ? majorNumber(read.money) : null;
}

/**
 * Reads the amount in a field that may be empty.
 *
 * @throws ApiProblem naming the field
 */
export function readOptionalAmount(field: string, text: string, currency: string): number | null {
  if (text.trim() === '') return null;
  const amount = readAmount(text, currency);
  if (amount !== null) return amount;
  throw wrongAmount(field);
}
