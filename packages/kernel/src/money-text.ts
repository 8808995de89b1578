import { exponentOf } from './currencies.ts';
import { type Money, majorText } from './money.ts';

/** The thousands separator in every language, so that figures do not change with the language. */
const narrow_space = '\u202f';
const no_break_space = '\u00a0';

/** Usual symbols of currencies for which `Intl` has only the code, with their place before or after the figure. */
const symbols: Readonly<Record<string, { readonly symbol: string; readonly place: 'before' | 'after' }>> = {
  XOF: { symbol: 'F CFA', place: 'after' },
  XAF: { symbol: 'F CFA', place: 'after' },
  GNF: { symbol: 'FG', place: 'after' },
  CDF: { symbol: 'FC', place: 'after' },
  RWF: { symbol: 'FRw', place: 'after' },
  BIF: { symbol: 'FBu', place: 'after' },
  MGA: { symbol: 'Ar', place: 'after' },
  GHS: { symbol: 'GH₵', place: 'before' },
  KES: { symbol: 'KSh', place: 'before' },
  TZS: { symbol: 'TSh', place: 'before' },
  UGX: { symbol: 'USh', place: 'before' },
  NGN: { symbol: '₦', place: 'before' },
  ZMW: { symbol: 'K', place: 'before' },
  MWK: { symbol: 'MK', place: 'before' },
  SLE: { symbol: 'Le', place: 'before' },
  GMD: { symbol: 'D', place: 'before' },
  ETB: { symbol: 'Br', place: 'before' },
  MZN: { symbol: 'MT', place: 'after' },
};

/** An amount in parts, so that a page can set the figure larger than its currency. */
export interface AmountParts {
  /** The minus sign of a negative amount, which precedes everything else. */
  readonly sign: string;
  readonly figure: string;
  readonly currency: string;
  readonly currency_place: 'before' | 'after';
}

/**
 * Splits an amount into the figure, with all decimals of the currency (ISO 4217), and the usual name of the
 * currency.
 *
 * @param locale of the page's language, in BCP 47
 */
export function amountParts(money: Money, locale: string): AmountParts {
  // A decimal string, so that no binary fraction is involved; the cast only adds the literal type.
  const decimal = majorText(money) as Intl.StringNumericLiteral;
  const parts = numberFormat(money.currency, locale).formatToParts(decimal);
  const sign = parts.find(({ type }) => type === 'minusSign')?.value ?? '';
  const figure = parts
    .filter(({ type }) => type !== 'currency' && type !== 'literal' && type !== 'minusSign')
    .map(({ type, value }) => (type === 'group' ? narrow_space : value))
    .join('');
  const known = symbols[money.currency];
  if (known) {
    return { sign, figure, currency: known.symbol.replace(' ', no_break_space), currency_place: known.place };
  }
  const first = parts.find(({ type }) => type !== 'minusSign');
  const currency = parts.find(({ type }) => type === 'currency')?.value ?? money.currency;
  return { sign, figure, currency, currency_place: first?.type === 'currency' ? 'before' : 'after' };
}

/**
 * Formats an amount on one unbreakable line: "25 000 F CFA", "GH₵ 12.50". @param locale as in {@link
 * amountParts}
 */
export function amountText(money: Money, locale: string): string {
  const { sign, figure, currency, currency_place } = amountParts(money, locale);
  const pieces = currency_place === 'before' ? [currency, figure] : [figure, currency];
  return sign + pieces.join(no_break_space);
}

/** Creating a format takes longer than rendering a page, so each is cached; currencies are a closed list. */
function numberFormat(currency: Money['currency'], locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = number_formats.get(key);
  if (known) return known;
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Portuguese does not group four digits by default.
    useGrouping: 'always',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  number_formats.set(key, format);
  return format;
}

const number_formats = new Map<string, Intl.NumberFormat>();
