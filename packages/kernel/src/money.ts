import { type Currency, exponentOf, isCurrency } from './currencies.ts';
import type { Percent } from './percent.ts';
import { type Problem, problem } from './problem.ts';

/** An amount in the minor unit of its currency: 500 XOF is `500n`, 12.50 GHS is `1250n`. */
export interface Money {
  readonly amount_minor: bigint;
  readonly currency: Currency;
}

/** The reason why a major-unit amount is invalid. */
export type AmountProblem =
  | { readonly kind: 'not_finite' }
  | { readonly kind: 'too_many_decimals'; readonly allowed: number };

/**
 * Converts a major-unit amount of the API (a JSON number) to minor units, by its shortest decimal
 * representation, so that no binary fraction is ever involved.
 *
 * @returns the money, or the reason why the number is not an amount of that currency (never rounded)
 */
export function moneyFromMajor(
  amount: number,
  currency: Currency,
): { readonly money: Money } | { readonly problem: AmountProblem } {
  if (!Number.isFinite(amount)) return { problem: { kind: 'not_finite' } };
  return moneyFromText(plainDecimal(amount), currency);
}

/** Checks an amount against the limits of its currency. @param amount in major units */
export function amountProblem(amount: number, currency: string | undefined): Problem | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined;
  const read = moneyFromMajor(amount, currency);
  if ('money' in read) return undefined;
  if (read.problem.kind === 'not_finite') return problem('not_a_number', 'must be a number');
  const { allowed } = read.problem;
  return allowed === 0
    ? problem('not_whole', `must be a whole number: ${currency} has no decimals`, { currency })
    : problem('too_many_decimals', `must have at most ${allowed} decimals: ${currency} has no smaller unit`, {
        max: allowed,
      });
}

/** Converts a decimal ("1250.50") to minor units. Same results as {@link moneyFromMajor}. */
export function moneyFromText(
  text: string,
  currency: Currency,
): { readonly money: Money } | { readonly problem: AmountProblem } {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return { problem: { kind: 'not_finite' } };
  const [, sign = '', whole = '', decimals = ''] = match;
  const allowed = exponentOf(currency);
  const significant = decimals.replace(/(?<!0)0+$/, '');
  if (significant.length > allowed) return { problem: { kind: 'too_many_decimals', allowed } };
  const amount_minor = BigInt(`${sign}${whole}${significant.padEnd(allowed, '0')}`);
  return { money: { amount_minor, currency } };
}

/**
 * Formats an amount as a decimal in the major unit, with all decimals of the currency: `1250n` GHS is
 * "12.50".
 */
export function majorText(money: Money): string {
  const exponent = exponentOf(money.currency);
  const negative = money.amount_minor < 0n;
  const digits = (negative ? -money.amount_minor : money.amount_minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const decimals = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${negative ? '-' : ''}${whole}${decimals}`;
}

/**
 * Converts an amount to the JSON number of the API, through text. Exact for every amount that the interface
 * allows.
 */
export function majorNumber(money: Money): number {
  return Number(majorText(money));
}

/**
 * Computes the fee on top of an amount: amount x percent / 100, rounded half up to the smallest unit that the
 * operator accepts (design: Money). A negative amount is rejected because "half up" would then favor the other
 * side.
 *
 * @param decimals that the operator accepts; those of the currency if omitted or greater
 * @throws Error for a negative amount
 */
export function feeOf(money: Money, percent: Percent, decimals: number = exponentOf(money.currency)): Money {
  if (money.amount_minor < 0n) throw new Error('a fee needs an amount of zero or more');
  const unit_minor = smallestUnit(money.currency, decimals);
  const scale = 100n * 10_000n * unit_minor;
  const units = (money.amount_minor * percent.ten_thousandths + scale / 2n) / scale;
  return { amount_minor: units * unit_minor, currency: money.currency };
}

/** Whether an amount has no more decimals than an operator accepts. */
export function fitsDecimals({ amount_minor, currency }: Money, decimals: number): boolean {
  return amount_minor % smallestUnit(currency, decimals) === 0n;
}

/** The smallest amount with this many decimals, in minor units: 100 for whole shillings. */
function smallestUnit(currency: Currency, decimals: number): bigint {
  return 10n ** BigInt(Math.max(0, exponentOf(currency) - decimals));
}

/**
 * Sums two amounts of one currency. @throws Error for different currencies: adding XOF to GHS is a bug, not
 * an outcome
 */
export function add(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new Error(`cannot add ${right.currency} to ${left.currency}`);
  return { amount_minor: left.amount_minor + right.amount_minor, currency: left.currency };
}

/**
 * Formats a number as its shortest decimal in plain digits. `String` writes very large and very small ones
 * with an exponent ("1.25e+21", "5e-324"); `toLocaleString` would round the small ones to zero.
 */
function plainDecimal(amount: number): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(amount));
  if (!match) return String(amount);
  const [, sign = '', whole = '', decimals = '', power = ''] = match;
  const exponent = Number(power);
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${decimals}`
    : // Exponents start at 21, where a double has no decimals left.
      `${sign}${whole}${decimals.padEnd(exponent, '0')}`;
}
