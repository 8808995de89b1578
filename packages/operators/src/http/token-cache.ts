import type { Clock } from '@guichet/kernel/clock';
import type { HttpResult } from './contract.ts';

/** An access token, or what came instead of one. */
export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly result: HttpResult };

/** A token that was just issued. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetime_s: number;
}

export interface TokenCache {
  /** A token that is good for a while; issued anew when there is none. */
  get(): Promise<TokenResult>;
  /** The provider refused this token: the next `get` has another one issued. */
  drop(token: string): void;
}

/** A token is renewed when this part of its life is left, 60 s at most. */
const renewed_before = 0.2;
const renewed_before_max_s = 60;
/** Who asks for a token may give up; the issuing goes on for those who wait with it. */
const issue_timeout_ms = 10_000;

/**
 * Keeps an account's access token and has it renewed before it expires, once at a time whoever asks.
 *
 * @param issue asks the provider; what is no token is not kept
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
