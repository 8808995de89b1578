import { createHash } from 'node:crypto';
import { makeToken } from '@guichet/kernel/ids';
import type { Context } from '../../platform/context.ts';

/** A link that one person hands to another: we keep the hash of what is in it only. */
export interface Link {
  readonly url: string;
  readonly token_hash: Buffer;
}

/** The token stands behind the `#`: browsers send that to nobody, so it is in no log and no `Referer`. */
export function makeLink(
  { public_url }: Pick<Context, 'public_url'>,
  page: 'invitation' | 'reset-password',
): Link {
  const token = makeToken();
  return { url: `${public_url}/dashboard/${page}#${token}`, token_hash: hashToken(token) };
}

/** What we keep of a token: they are too long to be guessed, so one round of SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
