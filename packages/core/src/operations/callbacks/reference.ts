/** Our references are UUIDs. PostgreSQL would throw for anything else. */
const reference_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be one of our references. */
export function isReference(text: string | null): text is string {
  return text !== null && reference_pattern.test(text);
}
