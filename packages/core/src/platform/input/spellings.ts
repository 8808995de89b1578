import { parsePhone } from '@guichet/kernel/phone';

/** The identifying details of a person. */
export interface Person {
  readonly merchant_id: string;
  /** E.164. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** First and last names, separately. */
  readonly names: readonly string[];
}

/** The replacement for removed personal data. */
export const erased = '[erased]';

/**
 * The separators that people and URLs put between two digits of a number. Bounded, because an unbounded run of
 * spaces takes quadratic time.
 */
const gap = '(?:[\\s.()/+-]|%20|\\\\u00a0){0,4}';

/**
 * An ASCII character or a no-break space, escaped as in URLs or JSON. The letters and digits of the escape do not
 * belong to the text after it. `+` is not included, because it can be part of an address.
 */
const escaped = '%(?:C2%A0|2[0-9AC-F]|[013-7][0-9A-F])|\\\\(?:[bfnrt]|u00(?:A0|[0-7][0-9A-F]))';

/**
 * Returns patterns for all spellings of the details that identify a person in any context: phone numbers and e-mail
 * addresses. The first group of each pattern is the character before the detail, which is kept. It is not a
 * lookbehind, because PostgreSQL evaluates a lookbehind at every character.
 */
function contactSpellings({ phones, emails }: Pick<Person, 'phones' | 'emails'>): RegExp[] {
  return [...phones.flatMap(phoneSpellings), ...emails.flatMap(emailSpellings)];
}

/**
 * Returns the patterns for a person's phone numbers and e-mail addresses as one PostgreSQL pattern, which has the
 * same syntax; null if there are none.
 */
export function contactPattern(person: Pick<Person, 'phones' | 'emails'>): string | null {
  return (
    contactSpellings(person)
      .map(({ source }) => source)
      .join('|') || null
  );
}

/** Returns patterns for the number with and without its country code, with or without separators. */
function phoneSpellings(e164: string): RegExp[] {
  const digits = e164.replace(/\D/g, '');
  const national = parsePhone(e164)?.national ?? digits;
  const calling_code = digits.slice(0, digits.length - national.length);
  // Until 30 November 2024, numbers in Benin did not begin with 01, and some are still written without it.
  const nationals = /^22901\d{8}$/.test(digits) ? [national, national.slice(2)] : [national];
  const spaced = (text: string): string => [...text].join(gap);
  return nationals.flatMap((one) => {
    const abroad = `${spaced(calling_code)}${gap}(?:0${gap})?${spaced(one)}`;
    return [
      new RegExp(`(^|[^0-9]|${escaped})(?:(?:\\+|%2B|00)${gap})?${abroad}(?![0-9])`, 'giu'),
      new RegExp(`(^|[^0-9]|${escaped})(?:0${gap})?${spaced(one)}(?![0-9])`, 'giu'),
    ];
  });
}

/** Returns patterns that match the address, but not longer addresses that contain it. */
function emailSpellings(email: string): RegExp[] {
  const [name = '', host = ''] = email.split('@');
  const name_in_url = `(?:${escapeText(name)}|${escapeText(encodeURIComponent(name))})`;
  const host_in_url = `(?:${escapeText(host)}|${escapeText(encodeURIComponent(host))})`;
  const end = '(?![A-Z0-9-]|\\.[A-Z0-9])';
  return [
    new RegExp(
      `(^|[^A-Z0-9._%+-]|${escaped})${escapeText(name)}(?:@|\\\\u0040)${escapeText(host)}${end}`,
      'giu',
    ),
    // Where `@` is encoded as `%40`, `+` means a space.
    new RegExp(`(^|[^A-Z0-9._%-]|${escaped})${name_in_url}%40${host_in_url}${end}`, 'giu'),
  ];
}

/** Returns patterns for names as whole words. */
function nameSpellings(names: readonly string[]): RegExp[] {
  const known = names.map((name) => name.trim()).filter((name) => name.length > 1);
  return known.flatMap((name) => {
    const apart = escapeText(name).replace(/\s+/g, '(?:\\s|%20|\\+)+');
    const encoded = escapeText(encodeURIComponent(name));
    return [new RegExp(`(^|[^\\p{L}\\p{N}]|${escaped})(?:${apart}|${encoded})(?![\\p{L}\\p{N}])`, 'giu')];
  });
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Removes the details that identify a person from texts and JSON values. */
export interface Redactor {
  /**
   * @param with_names also removes names; only for texts about this person, because other people share the names
   */
  text(text: string, with_names: boolean): string;
  /** Redacts an absolute URL, except its scheme and host: customers must still be able to return to it. */
  url(url: string, with_names: boolean): string;
  /**
   * Redacts JSON: phone numbers and e-mail addresses everywhere, names in free text and in objects about people.
   *
   * @param is_free whether the whole value is free text
   */
  value(value: unknown, with_names: boolean, is_free?: boolean): unknown;
}

/** The names of objects that describe a person. */
const people = new Set(['customer', 'recipient']);
/** Fields that identify a person, in those objects and in rows of the audit log. */
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
/** The fields that contain free text. */
const free = new Set([
  'title',
  'description',
  'thank_you',
  'metadata',
  'reason',
  'note',
  'proof',
  'file_name',
]);

/** The fields that contain URLs with free text. */
const urls = new Set(['return_url', 'cancel_url']);

export function makeRedactor(person: Omit<Person, 'merchant_id'>): Redactor {
  const contacts = contactSpellings(person);
  const names = nameSpellings(person.names);

  const text: Redactor['text'] = (given, with_names) => {
    const spellings = with_names ? [...contacts, ...names] : contacts;
    return spellings.reduce((left, spelling) => left.replace(spelling, `$1${erased}`), given);
  };
  const url: Redactor['url'] = (given, with_names) => {
    const [origin = ''] = /^https?:\/\/[^/\\?#]*/i.exec(given) ?? [];
    return origin + text(given.slice(origin.length), with_names);
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
        if (typeof inner === 'string' && urls.has(key)) return [known, url(inner, with_names)];
        return [known, walk(inner, with_names, isFree || isNamed || free.has(key) || people.has(key))];
      }),
    );
  };
  return { text, url, value: (value, with_names, is_free = false) => walk(value, with_names, is_free) };
}
