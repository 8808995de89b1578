/** Our references are UUIDs. PostgreSQL would take anything else for a fault of ours. */
const reference_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True when a text can be a reference of ours. */
export function isReference(text: string | null): text is string {
  return text !== null && reference_pattern.test(text);
}
