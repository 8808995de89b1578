import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '@guichet/core/platform';

/** The Idempotency-Key of a request of the history; null for none. The same request has the same hash. */
export function onceOf(key: string | null): IdempotencyKey | null {
  return key === null ? null : { key, request_hash: createHash('sha256').update(key).digest() };
}
