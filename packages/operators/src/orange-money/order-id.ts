const digits = 25;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Shortens our reference to 25 letters and digits for Orange. A UUID is longer than the 30 characters of an
 * `order_id`, and base 64 would need characters that are not documented as valid.
 *
 * @param reference a UUID
 */
export function orderIdOf(reference: string): string {
  if (!uuid.test(reference)) throw new Error('our references are UUIDs');
  return BigInt(`0x${reference.replaceAll('-', '')}`)
    .toString(36)
    .padStart(digits, '0');
}

/** The reference that {@link orderIdOf} has shortened; null for any other text. */
export function referenceOf(order_id: string): string | null {
  if (!/^[0-9a-z]{25}$/.test(order_id)) return null;
  const value = [...order_id].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = value.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
