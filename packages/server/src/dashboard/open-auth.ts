import type { Context } from '@guichet/core/platform';
import type { Auth } from './auth.ts';

/** The library that signs people in, loaded on first use: it takes 30 MB that an idle service does not need. */
export type OpenAuth = () => Promise<Auth>;

/** @param secret signs cookies and seals second factors; the same in every process */
export function makeOpenAuth(
  ctx: Pick<Context, 'pool' | 'public_url' | 'log' | 'session_limits'>,
  secret: string,
): OpenAuth {
  let opened: Promise<Auth> | undefined;
  return () => {
    opened ??= import('./auth.ts').then(({ makeAuth }) => makeAuth(ctx, secret));
    return opened;
  };
}
