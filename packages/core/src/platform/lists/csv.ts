/** Without this mark, Excel assumes the machine's legacy code page. */
export const byte_order_mark = '\ufeff';

/** Formats a line as in RFC 4180. Null is an empty field. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/**
 * Matches the beginning of a formula, even after blanks, and the full-width forms that some programs treat the
 * same.
 */
const formula_start = /^(?:[\t\r]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Matches the beginning of a formula after a semicolon, tab or line break, where some programs see a new field. */
const formula_within = /([;\t\r\n](?:[^\S\t\r\n]|")*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Formats a field. A text that begins like a formula gets an apostrophe in front, because spreadsheet programs
 * would run it (owasp.org/www-community/attacks/CSV_Injection). Plain numbers, including phone numbers, are
 * unchanged.
 */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const begun = formula_start.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  const harmless = begun.replace(formula_within, "$1'");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
