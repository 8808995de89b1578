import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone number of a known numbering plan, in E.164. */
export interface Phone {
  /** "+2250700000000" */
  readonly e164: string;
  /** ISO 3166-1 alpha-2, or null for numbers that belong to no single country. */
  readonly country: string | null;
  /** Digits of the national significant number, "0700000000". */
  readonly national: string;
}

/**
 * Parses a phone number as people write it: spaces, dots, "00" instead of "+", and the local form if a
 * country is given. Old 8-digit numbers of Benin are upgraded (operator catalogue, note 1).
 *
 * @param country ISO 3166-1 alpha-2 country of a number in local form
 * @returns undefined when no numbering plan has the number, or when the text contains more than a number
 */
export function parsePhone(text: string, country?: string): Phone | undefined {
  // Pages have many empty fields, and the library creates an exception with a stack for each.
  if (text === '' || text.length > 40) return undefined;
  const trimmed = text.trim().replace(/^00/, '+');
  const upgraded = upgradeBenin(trimmed, country);
  const parsed = parsePhoneNumberFromString(upgraded, {
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
    // The whole text must be the number: by default the library looks for one inside.
    extract: false,
  });
  if (!parsed?.isValid()) return undefined;
  return {
    e164: parsed.number,
    country: parsed.country ?? null,
    national: parsed.nationalNumber,
  };
}

/** Since 30 November 2024 Benin's numbers have 10 digits: the old ones with the prefix 01. */
function upgradeBenin(text: string, country: string | undefined): string {
  const digits = text.replace(/[^\d+]/g, '');
  if (/^\+229\d{8}$/.test(digits)) return `+22901${digits.slice(4)}`;
  const local = country === 'BJ' ? /^(?:229)?(\d{8})$/.exec(digits) : null;
  if (local) return `+22901${local[1]}`;
  return text;
}

/** Masks a number as "+22507******00": enough for its owner to recognize it, too little for a reader of logs. */
export function maskPhone(e164: string): string {
  return `${e164.slice(0, 6)}${'*'.repeat(Math.max(0, e164.length - 8))}${e164.slice(-2)}`;
}
