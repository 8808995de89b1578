import { parsePhone } from '@guichet/kernel/phone';
import { operators } from '@guichet/operators/catalogue';
import { emailKey } from '../../../../payments/customer/queries.ts';
import { readAmounts, type WantedAmount } from './read-amounts.ts';

/** The possible meanings of a search text; null where a meaning is impossible. */
export interface Wanted {
  /** A range of payment ids, both ends included: one id, or all with a prefix. */
  readonly payment_ids: readonly [lowest: string, highest: string] | null;
  /** The last ten characters of an id. */
  readonly reference: string | null;
  /** A prefix or suffix of references. */
  readonly reference_part: string | null;
  readonly attempt_id: string | null;
  readonly refund_id: string | null;
  readonly customer_id: string | null;
  /** E.164; several if the country is unknown. */
  readonly phones: readonly string[];
  /** A prefix of a phone number in E.164. */
  readonly phone_begins: string | null;
  /** A prefix of an e-mail address or a name, in lower case. */
  readonly word_begins: string | null;
  /** Our reference of an attempt, as shown by operators. */
  readonly attempt_reference: string | null;
  /** A whole value of the merchant's metadata, in lower case. */
  readonly metadata_word: string;
  /** The words of a description. */
  readonly described_as: string | null;
  readonly amounts: readonly WantedAmount[];
  /**
   * An operator's own reference or receipt number in lower case, or a prefix of at least {@link part_min}
   * characters.
   */
  readonly called: string;
}

/** The minimum number of digits; shorter prefixes match too many numbers. */
const phone_digits_min = 5;
const word_length_min = 2;
/** The minimum length of a part of a reference; shorter parts match too many. */
export const part_min = 4;
const ulid = '[0-9A-HJKMNP-TV-Z]';

/**
 * Determines the possible meanings of a search text. There can be several: an order number may look like a
 * phone number.
 */
export function readText(text: string): Wanted {
  const trimmed = text.trim();
  const word = emailKey(trimmed);
  return {
    payment_ids: paymentIds(trimmed),
    reference: referenceTail(trimmed),
    reference_part: referencePart(trimmed),
    attempt_id: idOf('att', trimmed),
    refund_id: idOf('ref', trimmed),
    customer_id: idOf('cus', trimmed),
    phones: phonesOf(trimmed),
    phone_begins: phoneBeginning(trimmed),
    word_begins: word.length >= word_length_min && !/^[+\d]/.test(word) ? word : null,
    attempt_reference: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(trimmed) ? word : null,
    metadata_word: word,
    described_as: describedAs(trimmed),
    amounts: readAmounts(trimmed),
    called: word,
  };
}

function paymentIds(text: string): Wanted['payment_ids'] {
  const [, rest] = new RegExp(`^pay_(${ulid}{1,26})$`, 'i').exec(text) ?? [];
  if (rest === undefined) return null;
  const begins = rest.toUpperCase();
  return [`pay_${begins.padEnd(26, '0')}`, `pay_${begins.padEnd(26, 'Z')}`];
}

/** Parses a reference as formatted by `payments/reference`, or as a person reads it out. */
function referenceTail(text: string): string | null {
  const tail = asReadOut(text);
  return new RegExp(`^${ulid}{10}$`).test(tail) ? tail : null;
}

/** Parses a part of a reference. Four digits are not one, because they more often mean an amount or a year. */
function referencePart(text: string): string | null {
  const part = asReadOut(text);
  const least = /^\d+$/.test(part) ? part_min + 1 : part_min;
  return part.length >= least && new RegExp(`^${ulid}{${part_min},9}$`).test(part) ? part : null;
}

/** Converts a text as read out to Crockford's alphabet, in which I, L and O are digits. */
function asReadOut(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
}

/** The maximum number of words. More are not needed to find a payment, and each word is searched in each period. */
const words_max = 8;

/** The word separators, which must match those of the index of descriptions (`text_words` in the database). */
const between_words = /[\][\s_/.,;:!?()'’«»"+#&@|-]+/u;

function describedAs(text: string): string | null {
  const words = text.split(between_words).filter((word) => word.length >= word_length_min);
  return words.length === 0 ? null : words.slice(0, words_max).join(' ');
}

function idOf(prefix: string, text: string): string | null {
  return new RegExp(`^${prefix}_${ulid}{26}$`).test(text) ? text : null;
}

const countries = [...new Set(operators.map(({ country }) => country))];

function phonesOf(text: string): readonly string[] {
  const whole = parsePhone(text);
  if (whole) return [whole.e164];
  if (!/^[\d\s.()-]{6,}$/.test(text)) return [];
  const read = countries.map((country) => parsePhone(text, country)?.e164);
  return [...new Set(read.filter((phone) => phone !== undefined))];
}

function phoneBeginning(text: string): string | null {
  if (!/^(\+|00)[\d\s.()-]+$/.test(text)) return null;
  const digits = text.replace(/^00/, '').replaceAll(/\D/g, '');
  return digits.length >= phone_digits_min ? `+${digits}` : null;
}
