import { renewSession } from '@guichet/core/accounts';
import { serializeSignedCookie } from 'better-call';
import type { FastifyReply } from 'fastify';
import type { SessionMeans, SignedIn } from './session.ts';

/**
 * Records step-up authentication and sends the session's new token in the cookie that the sign-in library reads. When
 * the session has ended meanwhile, nothing is sent: the next request gets a 401.
 */
export async function renewCookie(
  { ctx, auth }: SessionMeans,
  signed_in: SignedIn,
  kept: { readonly second_factor?: boolean },
  reply: FastifyReply,
): Promise<void> {
  const token = await renewSession(ctx, signed_in, kept);
  if (token === undefined) return;
  reply.header('set-cookie', await cookieWith(auth, token));
}

/** Makes the cookie for a session's new token. */
export async function cookieWith(auth: SessionMeans['auth'], token: string): Promise<string> {
  const { authCookies, secret, sessionConfig } = await (await auth()).$context;
  const { name, attributes } = authCookies.sessionToken;
  return serializeSignedCookie(name, token, secret, { ...attributes, maxAge: sessionConfig.expiresIn });
}
