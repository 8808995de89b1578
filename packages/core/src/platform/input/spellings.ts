import { parsePhone } from '@guichet/kernel/phone';

/** What a person is known by. */
export interface Person {
  readonly merchant_id: string;
  /** E.164. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** First and last names, each by itself. */
  readonly names: readonly string[];
}

/** What stands where something was told about a person. */
export const erased = '[erased]';

/** Between two digits of a number as people and addresses write it. Without a bound, a run of spaces takes its square. */
const gap = '(?:[\\s.()/+-]|%20|\\\\u00a0){0,4}';

/** Everything by which a person can be recognized anywhere, in any spelling: numbers and addresses. */
function contactSpellings({ phones, emails }: Pick<Person, 'phones' | 'emails'>): RegExp[] {
  return [...phones.flatMap(phoneSpellings), ...emails.flatMap(emailSpellings)];
}

/** The same for PostgreSQL, which reads these patterns as we do; null for nobody. */
export function contactPattern(person: Pick<Person, 'phones' | 'emails'>): string | null {
  return (
    contactSpellings(person)
      .map(({ source }) => source)
      .join('|') || null
  );
}

/** Country code and number, or the number as it is written at home, digits apart or together. */
function phoneSpellings(e164: string): RegExp[] {
  const digits = e164.replace(/\D/g, '');
  const national = parsePhone(e164)?.national ?? digits;
  const calling_code = digits.slice(0, digits.length - national.length);
  const spaced = (text: string): string => [...text].join(gap);
  const abroad = `${spaced(calling_code)}${gap}(?:0${gap})?${spaced(national)}`;
  return [
    new RegExp(`(?<![0-9])(?:(?:\\+|%2B|00)${gap})?${abroad}(?![0-9])`, 'giu'),
    new RegExp(`(?<![0-9])(?:0${gap})?${spaced(national)}(?![0-9])`, 'giu'),
  ];
}

function emailSpellings(email: string): RegExp[] {
  const [name = '', host = ''] = email.split('@');
  const encoded = encodeURIComponent(email);
  return [
    new RegExp(`${escapeText(name)}(?:@|%40|\\\\u0040)${escapeText(host)}`, 'giu'),
    new RegExp(`${escapeText(encoded)}`, 'giu'),
  ];
}

/** Names, as words of their own. */
function nameSpellings(names: readonly string[]): RegExp[] {
  const known = names.map((name) => name.trim()).filter((name) => name.length > 1);
  return known.flatMap((name) => {
    const apart = escapeText(name).replace(/\s+/g, '(?:\\s|%20|\\+)+');
    const encoded = escapeText(encodeURIComponent(name));
    return [new RegExp(`(?<![\\p{L}\\p{N}])(?:${apart}|${encoded})(?![\\p{L}\\p{N}])`, 'giu')];
  });
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Takes what is told about a person out of texts and of values as JSON has them. */
export interface Redactor {
  /** @param with_names also names, which others have too: only in what is about this person */
  text(text: string, with_names: boolean): string;
  /**
   * Of JSON: numbers and addresses everywhere, names where people write freely or are spoken of.
   *
   * @param is_free all of it is what people wrote
   */
  value(value: unknown, with_names: boolean, is_free?: boolean): unknown;
}

/** Parts of objects that say who somebody is. */
const people = new Set(['customer', 'recipient']);
/** Fields of those that say it, and of rows in the audit log. */
const identifying = new Set([
  'phone',
  'email',
  'first_name',
  'last_name',
  'recipient_first_name',
  'recipient_last_name',
  'customer_first_name',
  'customer_last_name',
]);
/** Where people write freely. */
const free = new Set([
  'description',
  'metadata',
  'return_url',
  'cancel_url',
  'reason',
  'note',
  'proof',
  'file_name',
]);

export function makeRedactor(person: Omit<Person, 'merchant_id'>): Redactor {
  const contacts = contactSpellings(person);
  const names = nameSpellings(person.names);

  const text: Redactor['text'] = (given, with_names) => {
    const spellings = with_names ? [...contacts, ...names] : contacts;
    return spellings.reduce((left, spelling) => left.replace(spelling, erased), given);
  };
  const walk = (value: unknown, with_names: boolean, isFree: boolean): unknown => {
    if (typeof value === 'string') return text(value, with_names && isFree);
    if (typeof value === 'number') return text(String(value), false) === String(value) ? value : erased;
    if (Array.isArray(value)) return value.map((one) => walk(one, with_names, isFree));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const isNamed = with_names && identifying.has(key);
        const known = text(key, false);
        return [known, walk(inner, with_names, isFree || isNamed || free.has(key) || people.has(key))];
      }),
    );
  };
  return { text, value: (value, with_names, is_free = false) => walk(value, with_names, is_free) };
}
