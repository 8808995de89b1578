import { asCurrency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { type Money, moneyFromMajor, moneyFromText } from '@guichet/kernel/money';
import type { LinkUse, PaymentLink } from './queries.ts';
import { dueOf } from './refusal.ts';

/** The amount of a payment link: fixed, or chosen by the customer within bounds. */
export type AmountChoice =
  | { readonly kind: 'fixed'; readonly amount: Money }
  | {
      readonly kind: 'open' | 'part';
      readonly min: Money;
      /** For a part of a bill: what is still due. */
      readonly max: Money;
      /** False if only the largest amount of any payment limits it. */
      readonly has_max: boolean;
      readonly suggested: readonly Money[];
    };

/** A problem with a chosen amount. */
export type AmountProblem = 'empty' | 'not_an_amount' | 'too_many_decimals' | 'too_low' | 'too_high';

/** Returns the amounts that a customer may choose now. */
export function choiceOf(link: PaymentLink, used: LinkUse): AmountChoice {
  const currency = asCurrency(link.currency);
  const money = (amount_minor: bigint): Money => ({ amount_minor, currency });
  if (link.in_parts) {
    const due = dueOf(link, used);
    const first = used.promised_minor === 0n ? link.deposit_minor : null;
    const wanted = first ?? link.min_minor ?? least(link).amount_minor;
    const min = wanted < due ? wanted : due;
    return { kind: 'part', min: money(min), max: money(due), has_max: true, suggested: [] };
  }
  if (link.amount_minor !== null) return { kind: 'fixed', amount: money(link.amount_minor) };
  return {
    kind: 'open',
    min: link.min_minor === null ? least(link) : money(link.min_minor),
    max: link.max_minor === null ? most(link) : money(link.max_minor),
    has_max: link.max_minor !== null,
    suggested: link.suggested_minor.map((amount_minor) => money(BigInt(amount_minor))),
  };
}

/** Returns the amounts that any payment may have. */
export function anyAmount(currency: string): Exclude<AmountChoice, { kind: 'fixed' }> {
  return { kind: 'open', min: least({ currency }), max: most({ currency }), has_max: false, suggested: [] };
}

function least({ currency }: Pick<PaymentLink, 'currency'>): Money {
  return limitOf(limits.amount_min, currency);
}

function most({ currency }: Pick<PaymentLink, 'currency'>): Money {
  return limitOf(limits.amount_max, currency);
}

function limitOf(amount: number, currency: string): Money {
  const read = moneyFromMajor(amount, asCurrency(currency));
  if (!('money' in read)) throw new Error('the limits are whole amounts');
  return read.money;
}

/** Returns the digit 0 to 9 for an Arabic-Indic or Persian one: their blocks begin at a multiple of 16. */
function toLatin(digit: string): string {
  return String((digit.codePointAt(0) ?? 0) % 16);
}

/**
 * Reads an amount as a person types it: with blanks between thousands, a point or a comma before decimals, and the
 * digits of Arabic keyboards. A point or comma between thousands is refused, because it could be either.
 */
export function readAmount(
  text: string,
  choice: Exclude<AmountChoice, { kind: 'fixed' }>,
): { readonly money: Money } | { readonly problem: AmountProblem } {
  const plain = text
    .slice(0, 40)
    .replaceAll(/\s/g, '')
    .replaceAll(/[٠-٩۰-۹]/g, toLatin)
    .replace(/[,٫]/, '.');
  if (plain === '') return { problem: 'empty' };
  const read = moneyFromText(plain, choice.min.currency);
  if (!('money' in read))
    return { problem: read.problem.kind === 'too_many_decimals' ? 'too_many_decimals' : 'not_an_amount' };
  const { amount_minor } = read.money;
  if (amount_minor <= 0n) return { problem: 'not_an_amount' };
  if (amount_minor < choice.min.amount_minor) return { problem: 'too_low' };
  return amount_minor > choice.max.amount_minor ? { problem: 'too_high' } : { money: read.money };
}
