import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '@guichet/core/platform';
import { type AppError, invalidFields } from '@guichet/kernel/errors';

const key_length_max = 255;

/**
 * Reads the `Idempotency-Key` of a request (design section 7), bare or as the quoted string of the IETF draft
 * (draft-ietf-httpapi-idempotency-key-header section 2.1, RFC 8941 section 3.3.3): `abc` and `"abc"` are one key.
 *
 * @param path as requested, without its query
 * @returns null when there is none
 * @throws AppError `invalid_fields` for the header
 */
export function readIdempotencyKey(
  header: string | string[] | undefined,
  request: { method: string; path: string; body: unknown },
): IdempotencyKey | null {
  if (header === undefined) return null;
  const key = typeof header === 'string' ? readKey(header.trim()) : undefined;
  if (key === undefined) throw invalidKey();
  const text = `${request.method} ${request.path}\n${canonicalJson(request.body)}`;
  return { key, request_hash: createHash('sha256').update(text).digest() };
}

function readKey(text: string): string | undefined {
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(text)?.[1];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? text;
  // Half of a quoted string is a mistake, not a key.
  if (quoted === undefined && text.startsWith('"')) return undefined;
  return key.length <= key_length_max && /^ *[\x21-\x7e][\x20-\x7e]*$/.test(key) ? key : undefined;
}

function invalidKey(): AppError {
  return invalidFields({
    'Idempotency-Key': [`must be one text of 1 to ${key_length_max} visible ASCII characters`],
  });
}

/** Returns the same text for the same value, whatever the order of the fields. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
