/** No provider nests so deeply: what is deeper is not worth a stack overflow. */
const depth_max = 60;

/**
 * A text as a database holds it: PostgreSQL takes no NUL, and neither its texts nor its JSON take half of a surrogate
 * pair, which cutting a text leaves behind.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** True for a text that is kept as it is. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The same for every text and every name of a field in a value that is kept as JSON. */
export function storable<Value>(value: Value): Value {
  return clean(value, 0) as Value;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth === depth_max) return null;
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), clean(inner, depth + 1)]),
  );
}
