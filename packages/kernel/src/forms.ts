import { countries } from './countries.ts';
import { currencies, currenciesWithDecimals } from './currencies.ts';
import { documented } from './documented.ts';

/**
 * Forms of valid texts, as options of a schema. The rules are authoritative: each form documents a rule, and
 * `forms.test.ts` compares the two. A blank is a character that JavaScript trims.
 */

/** For character classes: the blanks that are not control characters. */
export const spaces = String.raw` \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`;
/** For character classes: JavaScript's `\s`. Other engines define it differently. */
export const blanks = String.raw`\t-\r${spaces}`;

/** Any text that can be stored (`textProblem`). */
export const any_text = { pattern: '^[^\\u0000]*$' };

/** Any text that does not consist of blanks alone. */
export const not_blank = documented({ pattern: String.raw`^[${blanks}]*[^\u0000${blanks}][^\u0000]*$` });

/** ISO 4217 in capitals (`isCurrency`). */
export const currency_form = documented({
  pattern: `^(?:${byFirst(currencies, (first, rests) => `${first}(?:${rests.join('|')})`)})$`,
});

/** ISO 3166-1 alpha-2 in any letter case (`readCountry`). */
export const country_form = documented({
  pattern: `^(?:${byFirst(countries, (first, rests) => `[${inBothCases(first)}][${inBothCases(rests.join(''))}]`)})$`,
});

const not_in_url = String.raw`\u0000-\u001F\u007F-\u009F\\${blanks}`;

/** An absolute http or https URL (`urlProblem`). The format `uri` would refuse letters outside ASCII. */
export const url_form = documented({
  pattern: `^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@${not_in_url}]+(?:[/?#][^${not_in_url}]*)?$`,
});

/**
 * A number in international format. The countries' numbering plans decide which numbers exist; a schema cannot.
 */
export const phone_form = documented({
  format: 'phone',
  maxLength: 40,
  pattern: String.raw`^[${blanks}]*(?:\+|00)`,
});

/** RFC 3339 section 5.6, with optional seconds. */
export const moment_pattern =
  '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]' +
  String.raw`(?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`;

/** A date and time (`momentProblem`). */
export const moment_form = documented({ pattern: moment_pattern });

/** A decimal from 0 to 100 with at most four decimals (`percentFromText`). */
export const percent_form = documented({
  pattern: String.raw`^(?:0?[0-9]{1,2}(?:\.[0-9]{1,4}0*)?|100(?:\.0+)?)$`,
});

/** A decimal (`moneyFromText`). The number of its decimals depends on the currency. */
export const decimal_form = documented({ pattern: String.raw`^-?[0-9]+(?:\.[0-9]+)?$` });

/** A decimal greater than zero. */
export const positive_form = documented({
  pattern: String.raw`^(?:0*[1-9][0-9]*(?:\.[0-9]+)?|[0-9]+\.0*[1-9][0-9]*)$`,
});

/** `#RRGGBB`, or empty. */
export const color_form = documented({ pattern: '^(?:#[0-9A-Fa-f]{6})?$' });

/**
 * Requires a whole `amount` if the `currency` of the same object has no decimals. For other currencies there
 * is no `multipleOf`: validators divide floating-point numbers, so they would refuse 19.99 as not a multiple
 * of 0.01.
 */
export const decimals_form = documented({
  if: {
    ...beside({ currency: { pattern: `^(?:${currenciesWithDecimals(0).join('|')})$` } }),
    required: ['currency'],
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: beside({ amount: { multipleOf: 1 } }),
});

/**
 * Constrains properties that are declared elsewhere. `unevaluatedProperties` keeps linters from reporting the
 * other properties as unknown.
 */
export function beside(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { properties, unevaluatedProperties: true };
}

/** Groups codes by their first letter, which is shorter than listing them. */
function byFirst(
  codes: readonly string[],
  write: (first: string, rests: readonly string[]) => string,
): string {
  const groups = Map.groupBy(codes, (code) => code.slice(0, 1));
  return [...groups]
    .map(([first, group]) =>
      write(
        first,
        group.map((code) => code.slice(1)),
      ),
    )
    .join('|');
}

function inBothCases(letters: string): string {
  return `${letters}${letters.toLowerCase()}`;
}
