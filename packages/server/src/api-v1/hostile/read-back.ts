import { isDeepStrictEqual } from 'node:util';
import type { HostileRequest } from './draft.ts';
import type { HostileAnswer } from './send-hostile.ts';

/** Normalized, whatever form they had. */
const rewritten = new Set(['phone', 'customer_phone']);

/**
 * Compares a body with its response: a field that both have must hold the same value.
 *
 * @returns the differences in sentences
 */
export function changesOnTheWay(
  { body }: HostileRequest,
  { status, text }: HostileAnswer,
): readonly string[] {
  if (status !== 201 || body === null) return [];
  // Both have been found to be JSON: one by the service, the other by the document's schema.
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
    // Null says the same as leaving it out (docs/decisions/0035): what is there then is what it is without.
    if (value === null) return [];
    if (name !== 'metadata' && isObject(value)) return compare(value, there, `${path}${name}.`);
    return isSame(value, there) ? [] : [`${path}${name} was changed on the way to ${JSON.stringify(there)}`];
  });
}

/** -0 is 0 in JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), other);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
