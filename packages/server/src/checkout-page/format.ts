import type { Money } from '@guichet/kernel/money';
import { type AmountParts, amountText, amountParts as partsOf } from '@guichet/kernel/money-text';
import { parsePhone } from '@guichet/kernel/phone';
import type { Language } from './page.ts';
import { isolate } from './texts/isolate.ts';
import { texts } from './texts/texts.ts';

const noBreakSpace = '\u00a0';

/** The figure with all decimals of the currency (ISO 4217), and the currency's usual name. */
export function amountParts(money: Money, language: Language): AmountParts {
  return partsOf(money, texts[language].locale);
}

/** An amount on one line that never breaks: "25 000 F CFA", "GH₵ 12.50". */
export function formatAmount(money: Money, language: Language): string {
  return inOnePiece(amountText(money, texts[language].locale), language);
}

/**
 * A time of day, "14:32 GMT". The server does not know where the customer is, so it shows the zone; the script
 * replaces it with the phone's local time.
 */
export function formatTime(at: Date, language: Language): string {
  return inOnePiece(`${timeFormat(language).format(at)}${noBreakSpace}GMT`, language);
}

/** A day and a time, "25 juillet 2026 à 14:32 GMT". */
export function formatDateTime(at: Date, language: Language): string {
  return `${dateTimeFormat(language).format(at)}${noBreakSpace}GMT`;
}

/** A phone number in groups, "+225 07 00 00 00 00"; text that is not a known number is returned unchanged. */
export function formatPhone(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text;
  const callingCode = phone.e164.slice(0, phone.e164.length - phone.national.length);
  return [callingCode, ...inGroups(phone.national)].join(noBreakSpace);
}

/** A number as it is typed next to its country code: "07 00 00 00 00"; like {@link formatPhone} if it has another. */
export function formatPhoneIn(text: string, country: string | null): string {
  const phone = parsePhone(text, country ?? undefined);
  return phone && phone.country === country ? inGroups(phone.national).join(noBreakSpace) : formatPhone(text);
}

/** The name of a country, "Côte d’Ivoire"; the code itself if `Intl` has no name. */
export function countryName(code: string, language: Language): string {
  return regionNames(language).of(code) ?? code;
}

/**
 * Splits digits as people in these countries read them out: in threes if there are nine digits, otherwise in pairs,
 * with three digits in the first group if the number of digits is odd.
 */
function inGroups(digits: string): readonly string[] {
  if (digits.length === 9) return digits.match(/\d{3}/g) ?? [digits];
  const first = digits.length % 2 === 0 ? 2 : 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d\d/g) ?? [])];
}

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

/** Caches formatters per language. `Intl` takes megabytes, so only languages in use have one. */
function onceForEach<Value>(make: (language: Language) => Value): (language: Language) => Value {
  const made = new Map<Language, Value>();
  return (language) => {
    const value = made.get(language) ?? make(language);
    made.set(language, value);
    return value;
  };
}

/** Isolates Latin letters and digits, so that they keep their order within right-to-left text. */
function inOnePiece(text: string, language: Language): string {
  return texts[language].direction === 'rtl' ? isolate(text) : text;
}

/** Formats a wait in words: below a minute in seconds, otherwise in whole minutes, rounded up. */
export function formatWait(seconds: number, language: Language): string {
  const inMinutes = seconds >= 60;
  const format = new Intl.NumberFormat(texts[language].locale, {
    style: 'unit',
    unit: inMinutes ? 'minute' : 'second',
    unitDisplay: 'long',
  });
  return format.format(inMinutes ? Math.ceil(seconds / 60) : seconds);
}
