import { type Currency, exponentOf } from './currencies.ts';
import { type Money, moneyFromText } from './money.ts';

/** The reason why a typed text is not read as an amount. */
export type TypedAmountProblem =
  | { readonly kind: 'not_an_amount' }
  | { readonly kind: 'too_many_decimals'; readonly allowed: number }
  /** "1.250" dinars, which have three decimals: more than a thousand, or a little more than one. */
  | { readonly kind: 'ambiguous' };

const groups_of_three = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/**
 * Parses an amount in the major unit as people write it in English and in French: "25000", "25 000", "25,000",
 * "25.000", "1 250,50", "1,250.50". A point or comma before three digits groups thousands in a currency with fewer
 * than three decimals: a person who types "25,000" francs must never send 25.
 */
export function readTypedAmount(
  text: string,
  currency: Currency,
): { readonly money: Money } | { readonly problem: TypedAmountProblem } {
  const decimals_max = exponentOf(currency);
  const plain = plainOf(text.replaceAll(/\s/gu, ''), decimals_max);
  if (typeof plain !== 'string') return { problem: plain };
  const read = moneyFromText(plain, currency);
  if ('money' in read) return read;
  return {
    problem: read.problem.kind === 'too_many_decimals' ? read.problem : { kind: 'not_an_amount' },
  };
}

/** Normalizes an amount to a decimal point and no grouping. */
function plainOf(text: string, decimals_max: number): string | TypedAmountProblem {
  const marks = text.replaceAll(/[^.,]/g, '');
  const decimal_at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const last = text[decimal_at] ?? '';
  const is_last_once = marks.lastIndexOf(last) === marks.indexOf(last);
  if (groups_of_three.test(text) && new Set(marks).size === 1) {
    // Two or more of the same mark can only be grouping.
    if (marks.length === 1 && decimals_max >= 3) return { kind: 'ambiguous' };
    return text.replaceAll(/[.,]/g, '');
  }
  if (marks === '') return text;
  const whole = text.slice(0, decimal_at);
  const is_grouped = marks.length === 1 || (is_last_once && groups_of_three.test(whole));
  if (!is_grouped) return { kind: 'not_an_amount' };
  return `${whole.replaceAll(/[.,]/g, '')}.${text.slice(decimal_at + 1)}`;
}
