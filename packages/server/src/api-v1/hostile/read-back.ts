import { isDeepStrictEqual } from 'node:util';
import type { HostileRequest } from './draft.ts';
import type { HostileAnswer } from './send-hostile.ts';

/** Fields that the service normalizes. */
const rewritten = new Set(['phone', 'customer_phone', 'expires_at']);

/**
 * Compares the body of a request with the response: a field that both contain must have the same value in both.
 *
 * @returns the differences as sentences
 */
export function changesOnTheWay(
  { body }: HostileRequest,
  { status, text }: HostileAnswer,
): readonly string[] {
  if (status !== 201 || body === null) return [];
  // Both texts are valid JSON: the service accepted the body, and the response matched the document's schema.
  const sent: unknown = JSON.parse(
    Buffer.from(body)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  return compare(sent, JSON.parse(text).data, '');
}

function compare(sent: unknown, answered: unknown, path: string): readonly string[] {
  if (!isObject(sent) || !isObject(answered)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(answered, name) || rewritten.has(name)) return [];
    const there = answered[name];
    // Null equals an absent field (docs/decisions/0035): the response has the default.
    if (value === null) return [];
    if (name !== 'metadata' && isObject(value)) return compare(value, there, `${path}${name}.`);
    // The items of a list can have defaults too.
    if (
      Array.isArray(value) &&
      Array.isArray(there) &&
      value.length === there.length &&
      value.every(isObject)
    )
      return value.flatMap((item, index) => compare(item, there[index], `${path}${name}.${index}.`));
    return isSame(value, there) ? [] : [`${path}${name} was changed to ${JSON.stringify(there)}`];
  });
}

/** -0 is 0 in JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), other);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
