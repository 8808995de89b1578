import { type Currency, exponentOf } from '@guichet/kernel/currencies';
import { type Money, majorText } from '@guichet/kernel/money';
import { parsePhone } from '@guichet/kernel/phone';
import type { Language } from './page.ts';
import { isolate } from './texts/isolate.ts';
import { texts } from './texts/texts.ts';

/** Between thousands, in every language: the figures stay the same when the language is switched. */
const narrowSpace = '\u202f';
const noBreakSpace = '\u00a0';

/**
 * What people write and say where `Intl` only knows the code. Written after the figure, as in the countries
 * that use it, or before.
 */
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

/** An amount in pieces, so that a page can set the figure larger than its currency. */
export interface AmountParts {
  readonly figure: string;
  readonly currency: string;
  readonly currency_place: 'before' | 'after';
}

/** The figure with all decimals of the currency (ISO 4217), and the currency as people say it. */
export function amountParts(money: Money, language: Language): AmountParts {
  // Decimal text, not a number, so that no binary fraction takes part; the cast is only that it is not a literal.
  const decimal = majorText(money) as Intl.StringNumericLiteral;
  const parts = numberFormat(money.currency, language).formatToParts(decimal);
  const figure = parts
    .filter((part) => part.type !== 'currency' && part.type !== 'literal')
    .map((part) => (part.type === 'group' ? narrowSpace : part.value))
    .join('');
  const known = symbols[money.currency];
  if (known) return { figure, currency: spaced(known.symbol), currency_place: known.place };
  const currency = parts.find((part) => part.type === 'currency')?.value ?? money.currency;
  return { figure, currency, currency_place: parts[0]?.type === 'currency' ? 'before' : 'after' };
}

/** An amount on one line that never breaks: "25 000 F CFA", "GH₵ 12.50". */
export function formatAmount(money: Money, language: Language): string {
  const { figure, currency, currency_place } = amountParts(money, language);
  const pieces = currency_place === 'before' ? [currency, figure] : [figure, currency];
  return inOnePiece(pieces.join(noBreakSpace), language);
}

/**
 * A time of day, "14:32 GMT". The server does not know where the customer is, so it names the zone; the script puts
 * the phone's own time in its place.
 */
export function formatTime(at: Date, language: Language): string {
  return inOnePiece(`${timeFormat(language).format(at)}${noBreakSpace}GMT`, language);
}

/** A day and a time, "25 juillet 2026 à 14:32 GMT". */
export function formatDateTime(at: Date, language: Language): string {
  return `${dateTimeFormat(language).format(at)}${noBreakSpace}GMT`;
}

/** A phone number in groups, "+225 07 00 00 00 00"; a text that is no known number comes back as it is. */
export function formatPhone(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text;
  const callingCode = phone.e164.slice(0, phone.e164.length - phone.national.length);
  return [callingCode, ...inGroups(phone.national)].join(noBreakSpace);
}

/** The name of a country, "Côte d’Ivoire"; the code itself where `Intl` knows no name. */
export function countryName(code: string, language: Language): string {
  return regionNames(language).of(code) ?? code;
}

/** Threes for nine digits, else pairs after a first group that takes the odd one: how these countries read them out. */
function inGroups(digits: string): readonly string[] {
  if (digits.length === 9) return digits.match(/\d{3}/g) ?? [digits];
  const first = digits.length % 2 === 0 ? 2 : 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d\d/g) ?? [])];
}

/** Making a format takes longer than rendering a page, so each is made once; currencies are a closed list. */
function numberFormat(currency: Currency, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(texts[language].locale, {
    style: 'currency',
    currency,
    // Portuguese leaves four digits together by itself.
    useGrouping: 'always',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  numberFormats.set(key, format);
  return format;
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const timeFormat = dateFormat({ timeStyle: 'short' });
const dateTimeFormat = dateFormat({ dateStyle: 'long', timeStyle: 'short' });
const regionNames = onceForEach(
  (language) => new Intl.DisplayNames(texts[language].locale, { type: 'region' }),
);

function dateFormat(options: Intl.DateTimeFormatOptions): (language: Language) => Intl.DateTimeFormat {
  return onceForEach(
    (language) => new Intl.DateTimeFormat(texts[language].locale, { ...options, timeZone: 'UTC' }),
  );
}

/** What `Intl` makes takes megabytes: only for languages that somebody reads. */
function onceForEach<Value>(make: (language: Language) => Value): (language: Language) => Value {
  const made = new Map<Language, Value>();
  return (language) => {
    const value = made.get(language) ?? make(language);
    made.set(language, value);
    return value;
  };
}

/** Latin letters and figures keep their order among those of a right-to-left language. */
function inOnePiece(text: string, language: Language): string {
  return texts[language].direction === 'rtl' ? isolate(text) : text;
}

function spaced(symbol: string): string {
  return symbol.replace(' ', noBreakSpace);
}

/** How long to wait, in words: whole minutes, rounded up, from one on. */
export function formatWait(seconds: number, language: Language): string {
  const inMinutes = seconds >= 60;
  const format = new Intl.NumberFormat(texts[language].locale, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  });
  return format.format(inMinutes ? Math.ceil(seconds / 60) : seconds);
}
