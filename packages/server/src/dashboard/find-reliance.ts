import { findPasswordHash, type Reliance } from '@guichet/core/accounts';
import { parseCookies } from 'better-auth/cookies';
import type { FastifyRequest } from 'fastify';
import type { Means } from './admit.ts';
import type { SignedIn } from './session.ts';
import type { SigningIn } from './sign-in.ts';

/** The second half of a sign-in. */
const continued = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];

/**
 * Finds the password that a sign-in relies on: the one given, or the one that was correct before the code is asked
 * for.
 *
 * @param asked.signing_in null unless a password is given
 * @param asked.before the session of somebody who is signed in already; only a password then opens another one
 * @returns null if it relies on none
 */
export async function findReliance(
  { ctx, auth }: Pick<Means, 'ctx' | 'auth'>,
  path: string,
  { signing_in, before }: { readonly signing_in: SigningIn | null; readonly before: SignedIn | null },
  request: FastifyRequest,
): Promise<Reliance | null> {
  const user_id =
    !before && continued.includes(path) ? await findHalfway(auth, request) : signing_in?.user_id;
  if (user_id === undefined || user_id === null) return null;
  return { user_id, password_hash: await findPasswordHash(ctx.db, user_id) };
}

/** Finds whose sign-in waits for the second factor. The library checks the cookie's signature. */
async function findHalfway(
  auth: Means['auth'],
  { headers: { cookie = '' } }: FastifyRequest,
): Promise<string | undefined> {
  const { createAuthCookie, internalAdapter } = await (await auth()).$context;
  const value = parseCookies(cookie).get(createAuthCookie('two_factor').name);
  const [identifier] = value?.split('.') ?? [];
  if (identifier === undefined) return undefined;
  return (await internalAdapter.findVerificationValue(identifier))?.value;
}
