import { AppError } from '@guichet/kernel/errors';
import type { Connection } from '../database/connect.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKeyRow,
  insertIdempotencyKey,
  type KeyAddress,
  saveAnswer,
} from './queries.ts';

/** Keys are kept for 72 hours (design section 7). */
export const key_lifetime_ms = 72 * 60 * 60 * 1000;

/** The `Idempotency-Key` of a request, with a hash of the request. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly request_hash: Buffer;
}

/** The scope in which a key is unique, and the object created with it. */
export type IdempotencyScope = Pick<IdempotencyKeyRow, 'merchant_id' | 'mode' | 'scope' | 'object_id'>;

/** The result of this request or, if `replayed`, of an earlier one with the same key. */
export interface IdempotentResult<T> {
  readonly value: T;
  readonly replayed: boolean;
}

/**
 * Runs an operation once for each key, in the caller's transaction. The key, the request hash and the response are
 * committed together with the operation's effects, or not at all. A concurrent request with the same key waits for
 * that transaction. Without a key, the operation simply runs.
 *
 * @param make returns a value that survives a round trip through JSON unchanged
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function runIdempotently<T>(
  tx: Connection,
  who: IdempotencyScope,
  once: IdempotencyKey | null,
  at: Date,
  make: () => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (!once) return { value: await make(), replayed: false };
  const earlier = await claimKey(tx, who, once, at);
  if (earlier !== null) return { value: JSON.parse(earlier), replayed: true };
  const value = await make();
  await saveAnswer(tx, addressOf(who, once), JSON.stringify(value));
  return { value, replayed: false };
}

/**
 * Claims the key for this request.
 *
 * @param held_until for a request that continues after this transaction: see `whileHolding`
 * @returns the JSON text of the response to an earlier identical request; null when this request is the first
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function claimKey(
  tx: Connection,
  who: IdempotencyScope,
  once: IdempotencyKey,
  at: Date,
  held_until: Date | null = null,
): Promise<string | null> {
  const { object_id } = who;
  const row = { ...addressOf(who, once), ...once, object_id, answer: null, held_until, created_at: at };
  for (;;) {
    if (await insertIdempotencyKey(tx, row)) return null;
    const earlier = await findEarlierAnswer(tx, who, once, at);
    if (earlier !== null) return earlier;
  }
}

/**
 * Finds the response to an earlier request with the same key. Deletes an expired key.
 *
 * @returns null when the key is free, because it has been deleted or has just expired
 * @throws AppError `idempotency_key_reused`, `idempotency_key_in_use`
 */
export async function findEarlierAnswer(
  db: Connection,
  who: Omit<IdempotencyScope, 'object_id'>,
  once: IdempotencyKey,
  at: Date,
): Promise<string | null> {
  const address = addressOf(who, once);
  const found = await findIdempotencyKey(db, address);
  if (!found) return null;
  const oldest = new Date(at.getTime() - key_lifetime_ms);
  if (found.created_at <= oldest) {
    await deleteIdempotencyKey(db, address, oldest);
    return null;
  }
  if (!found.request_hash.equals(once.request_hash)) {
    throw new AppError('idempotency_key_reused', {
      fields: { 'Idempotency-Key': ['was used for another request'] },
    });
  }
  if (found.answer === null) throw new AppError('idempotency_key_in_use', { retry_after_s: 1 });
  return found.answer;
}

function addressOf(
  { merchant_id, mode, scope }: Omit<IdempotencyScope, 'object_id'>,
  { key }: IdempotencyKey,
): KeyAddress {
  return { merchant_id, mode, scope, key };
}
