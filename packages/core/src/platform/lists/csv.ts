/** Excel takes a file without it for one of the machine's old code page. */
export const byte_order_mark = '\ufeff';

/** A line of a file as RFC 4180 writes it. Null is an empty field. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/** Also after blanks, and in the wide forms that some programs read as the same. */
const formula_start = /^(?:[\t\r]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * Programs that open the file take a text that begins like a formula for one, so it gets an apostrophe in front
 * (owasp.org/www-community/attacks/CSV_Injection). Plain numbers, phone numbers among them, are left as they are.
 */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const harmless = formula_start.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
