/** No provider nests this deeply: deeper levels are not worth a stack overflow. */
const depth_max = 60;

/**
 * Makes a text storable: PostgreSQL accepts no NUL, and neither its texts nor its JSON accept half a surrogate
 * pair, which truncation may leave.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** Whether a text can be stored unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Makes every text and field name in a JSON value storable. */
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
