import type { Currency } from '@guichet/kernel/currencies';
import { limits } from '@guichet/kernel/limits';
import { type Money, majorText, moneyFromText } from '@guichet/kernel/money';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { excerpt } from './excerpt.ts';
import { type Finding, wrong } from './findings.ts';

/** Matches groups of three digits separated by spaces, with optional decimals. */
const grouped_by_blanks = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;
const readable_in_two_ways = /^([1-9]\d{0,2})[.,](\d{3})$/;

/**
 * Parses an amount as people write it in a spreadsheet. "1.000" may mean one if a program wrote it, or a thousand
 * if a person did, and people do not check each line of a file. Such an amount is therefore refused in every
 * currency, never guessed.
 */
export function readAmount(
  text: string,
  currency: Currency,
  line: number,
): { readonly money: Money } | { readonly finding: Finding } {
  const found = excerpt(text);
  const refuse = (finding: Finding) => ({ finding });
  const place = { line, field: 'amount' } as const;
  const [, whole = '', decimals = ''] = readable_in_two_ways.exec(text) ?? [];
  if (whole !== '') {
    const fraction = `${whole}.${decimals.replace(/(?<!0)0+$/, '') || '0'}`;
    return refuse(wrong('amount_ambiguous', { found, whole: `${whole}${decimals}`, fraction }, place));
  }
  const read = readTypedAmount(text, currency);
  const has_stray_blank = /\s/.test(text) && !grouped_by_blanks.test(text);
  if ('problem' in read && read.problem.kind === 'too_many_decimals') {
    return refuse(wrong('too_many_decimals', { found, max: read.problem.allowed }, place));
  }
  if ('problem' in read || has_stray_blank) return refuse(wrong('amount_unreadable', { found }, place));
  const { amount_minor } = read.money;
  const [min, max] = [minorOf(limits.amount_min, currency), minorOf(limits.amount_max, currency)];
  if (amount_minor < min) return refuse(wrong('too_small', { found, min: textOf(min, currency) }, place));
  if (amount_minor > max) return refuse(wrong('too_large', { found, max: textOf(max, currency) }, place));
  return { money: read.money };
}

function minorOf(amount: number, currency: Currency): bigint {
  const read = moneyFromText(String(amount), currency);
  if (!('money' in read)) throw new Error('a limit is an amount of every currency');
  return read.money.amount_minor;
}

function textOf(amount_minor: bigint, currency: Currency): string {
  return `${majorText({ amount_minor, currency })} ${currency}`;
}
