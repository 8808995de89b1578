import { isCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { ApiProblem } from '../api/problem.ts';

/** As the server says it of a field. */
export const not_an_amount = problem('not_an_amount', 'must be an amount, for example 500');

/** Says of a field that no amount is in it, as if the server had read it. */
export function wrongAmount(field: string): ApiProblem {
  return new ApiProblem(422, { code: 'invalid_fields', problems: { [field]: [not_an_amount] } }, null);
}

/** An amount that somebody typed, in the major unit as the API speaks it; null for what is none of that currency. */
export function readAmount(text: string, currency: string): number | null {
  if (!isCurrency(currency)) return null;
  const read = readTypedAmount(text, currency);
  return 'money' in read ? majorNumber(read.money) : null;
}

/**
 * The same for a field that may be empty.
 *
 * @throws ApiProblem naming the field
 */
export function readOptionalAmount(field: string, text: string, currency: string): number | null {
  if (text.trim() === '') return null;
  const amount = readAmount(text, currency);
  if (amount !== null) return amount;
  throw wrongAmount(field);
}
