/** Excel takes a file without it for one of the machine's old code page. */
export const byte_order_mark = '\ufeff';

/** A line of a file as RFC 4180 writes it. Null is an empty field. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

/**
 * Programs that open the file take a text that begins like a formula for one, so it gets an apostrophe in front
 * (owasp.org/www-community/attacks/CSV_Injection). Plain numbers, phone numbers among them, are left as they are.
 */
function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
