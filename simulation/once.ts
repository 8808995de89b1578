import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '@guichet/core/platform';

/**
 * Returns the idempotency key of a request, with the same hash for each repetition of the request; null for
 * none.
 */
export function onceOf(key: string | null): IdempotencyKey | null {
  return key === null ? null : { key, request_hash: createHash('sha256').update(key).digest() };
}
