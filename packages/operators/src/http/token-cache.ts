import type { Clock } from '@guichet/kernel/clock';
import type { HttpResult } from './contract.ts';

/** An access token, or the result if none was issued. */
export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly result: HttpResult };

/** A newly issued token. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetime_s: number;
}

export interface TokenCache {
  /** Gets a valid token; a new one is issued if there is none. */
  get(): Promise<TokenResult>;
  /** Drops a token that the provider refused: the next `get` has a new one issued. */
  drop(token: string): void;
}

/** A token is renewed when this part of its lifetime is left, at most 60 s. */
const renewed_before = 0.2;
const renewed_before_max_s = 60;
/** A caller may give up; issuing continues for the others. */
const issue_timeout_ms = 10_000;

/**
 * Caches an account's access token and has it renewed before it expires, once for concurrent callers.
 *
 * @param issue asks the provider; anything but a token is not cached
 */
export function makeTokenCache(
  { clock }: { readonly clock: Clock },
  issue: (signal: AbortSignal) => Promise<IssuedToken | { readonly refused: HttpResult }>,
): TokenCache {
  let kept: { token: string; until_ms: number } | null = null;
  let renewal: Promise<TokenResult> | null = null;

  const renew = async (): Promise<TokenResult> => {
    const issued = await issue(AbortSignal.timeout(issue_timeout_ms));
    if ('refused' in issued) return { kind: 'none', result: issued.refused };
    const { token, lifetime_s } = issued;
    const early_s = Math.min(lifetime_s * renewed_before, renewed_before_max_s);
    kept = { token, until_ms: clock.now().getTime() + (lifetime_s - early_s) * 1000 };
    return { kind: 'token', token };
  };

  return {
    get: () => {
      if (kept && clock.now().getTime() < kept.until_ms) {
        return Promise.resolve({ kind: 'token', token: kept.token });
      }
      renewal ??= renew().finally(() => {
        renewal = null;
      });
      return renewal;
    },
    drop: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

/** The deadline came before a token: the call that needed it was not made. */
export const no_token_in_time: HttpResult = { kind: 'lost', cause: 'timeout' };

/**
 * Waits for a token until the caller's deadline. If the deadline comes first, the result is null; the token is
 * still issued afterwards, for the next caller.
 */
export async function beforeDeadline(
  token: Promise<TokenResult>,
  signal: AbortSignal,
): Promise<TokenResult | null> {
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const giveUp = (): void => resolve(null);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([token, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
