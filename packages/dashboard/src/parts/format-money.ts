import { exponentOf } from '@guichet/kernel/currencies';
import { type Money, majorText } from '@guichet/kernel/money';
import type { Language } from '../language/define-texts.ts';
import { locales } from './format-time.ts';

const narrow_space = '\u202f';
const no_break_space = '\u00a0';

/** An amount on one line that never breaks, with all decimals of its currency: "25 000 F CFA", "GH₵ 12.50". */
export function formatMoney(money: Money, language: Language): string {
  const exponent = exponentOf(money.currency);
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: money.currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // Decimal text, not a number, so that no binary fraction takes part; the cast is only that it is not a literal.
  return format
    .formatToParts(majorText(money) as Intl.StringNumericLiteral)
    .map(({ type, value }) => (type === 'group' ? narrow_space : type === 'literal' ? no_break_space : value))
    .join('');
}
