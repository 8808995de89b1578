import { AppError, type ErrorCode } from '@guichet/kernel/errors';
import type { KeyActor } from '../../platform/actor/actor.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { hashKey, modeOfKey } from './format.ts';
import { type Network, parseNetwork } from './networks.ts';
import { findKeyByHash, type KeyOwner } from './queries.ts';

/** The holder of an API key, as an actor. */
export interface Caller extends KeyActor {
  /**
   * The merchant's own limit for each of its keys, in requests a second: null for the service's setting, 0
   * for no limit.
   */
  readonly rate_limit_per_second: number | null;
}

/** A caller, with the networks from which the key may be used. */
export interface KeyHolder extends Caller {
  /** The networks from which the key may be used; null for any network. */
  readonly networks: readonly Network[] | null;
}

/**
 * Nothing is cached longer than this: a revoked or expired key stops working everywhere within a second (design
 * section 7), and a changed limit applies just as fast.
 */
const kept_ms = 800;
const kept_max = 10_000;

/**
 * Makes the function that authenticates the caller of an Authorization header. Results are cached for less than a
 * second, and concurrent requests with the same key share one database read.
 *
 * @throws AppError `authentication_required`, `invalid_api_key`, `revoked_api_key` or `expired_api_key` from the
 * returned function.
 */
export function makeAuthenticate(db: Connection): (header: string | undefined) => Promise<KeyHolder> {
  const kept = new Map<
    string,
    { readonly known: Promise<KeyHolder | ErrorCode>; readonly until_ms: number }
  >();

  const knownOf = (key: string): Promise<KeyHolder | ErrorCode> => {
    const now_ms = performance.now();
    const earlier = kept.get(key);
    if (earlier && earlier.until_ms > now_ms) return earlier.known;
    if (kept.size >= kept_max) kept.clear();
    const known = findKeyByHash(db, hashKey(key)).then(readOwner);
    kept.set(key, { known, until_ms: now_ms + kept_ms });
    // A failed read must not be cached: the next request reads again.
    known.catch(() => kept.delete(key));
    return known;
  };

  return async (header) => {
    if (header === undefined || header.trim() === '') throw new AppError('authentication_required');
    const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (key === undefined) throw new AppError('authentication_required');
    if (modeOfKey(key) === undefined) throw new AppError('invalid_api_key');
    const known = await knownOf(key);
    if (typeof known === 'string') throw new AppError(known);
    return known;
  };
}

/** @returns the key's holder, or the error code for a key that does not work */
function readOwner(owner: KeyOwner | undefined): KeyHolder | ErrorCode {
  if (!owner) return 'invalid_api_key';
  if (owner.revoked_at) return 'revoked_api_key';
  if (owner.has_expired) return 'expired_api_key';
  const { merchant_id, id: key_id, mode, rate_limit_per_second, scopes, addresses } = owner;
  return {
    ...{ kind: 'key', merchant_id, key_id, mode, rate_limit_per_second },
    scopes: new Set(scopes),
    networks: addresses?.map(parseNetwork) ?? null,
  };
}
