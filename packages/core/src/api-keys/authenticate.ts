import { AppError } from '@guichet/kernel/errors';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import { hashKey, modeOfKey } from './format.ts';
import { findKeyByHash, type KeyOwner } from './queries.ts';

/** Who is calling. */
export interface Caller {
  readonly merchant_id: string;
  readonly key_id: string;
  readonly mode: Mode;
  /** The merchant's own limit for each of its keys: null for the setting of the service, 0 for none. */
  readonly rate_limit_per_second: number | null;
}

/** A revoked key stops everywhere within a second (design section 7), and so does an old limit: nothing is kept longer. */
const kept_ms = 800;
const kept_max = 10_000;

/**
 * Makes the function that turns an Authorization header into a caller. Answers are kept for less than a second, and
 * requests that arrive while a key is being looked up share that look-up.
 *
 * @throws AppError `authentication_required`, `invalid_api_key` or `revoked_api_key` from the returned function.
 */
export function makeAuthenticate(db: Connection): (header: string | undefined) => Promise<Caller> {
  const kept = new Map<
    string,
    { readonly owner: Promise<KeyOwner | undefined>; readonly until_ms: number }
  >();

  const ownerOf = (key: string): Promise<KeyOwner | undefined> => {
    const now_ms = performance.now();
    const known = kept.get(key);
    if (known && known.until_ms > now_ms) return known.owner;
    if (kept.size >= kept_max) kept.clear();
    const owner = findKeyByHash(db, hashKey(key));
    kept.set(key, { owner, until_ms: now_ms + kept_ms });
    // A failed look-up must not be remembered: the next request asks again.
    owner.catch(() => kept.delete(key));
    return owner;
  };

  return async (header) => {
    if (header === undefined || header.trim() === '') throw new AppError('authentication_required');
    const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (key === undefined) throw new AppError('authentication_required');
    if (modeOfKey(key) === undefined) throw new AppError('invalid_api_key');
    const owner = await ownerOf(key);
    if (!owner) throw new AppError('invalid_api_key');
    if (owner.revoked_at) throw new AppError('revoked_api_key');
    const { merchant_id, id: key_id, mode, rate_limit_per_second } = owner;
    return { merchant_id, key_id, mode, rate_limit_per_second };
  };
}
