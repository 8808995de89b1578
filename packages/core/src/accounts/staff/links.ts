import { createHash } from 'node:crypto';
import { makeToken } from '@guichet/kernel/ids';
import type { Context } from '../../platform/context.ts';

/** A link that one person hands to another; only the hash of its token is stored. */
export interface Link {
  readonly url: string;
  readonly token_hash: Buffer;
}

/**
 * Makes a link with a new token. The token is in the fragment, which browsers do not send, so that it does not
 * appear in logs or in `Referer`.
 */
export function makeLink(
  { public_url }: Pick<Context, 'public_url'>,
  page: 'invitation' | 'reset-password',
): Link {
  const token = makeToken();
  return { url: `${public_url}/dashboard/${page}#${token}`, token_hash: hashToken(token) };
}

/**
 * Returns the hash that is stored in place of a token. Tokens are too long to guess, so a single SHA-256 is enough.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
