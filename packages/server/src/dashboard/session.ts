import { deleteSessionIfOver, type SessionAuthentication, useSession } from '@guichet/core/accounts';
import type { Context, Person } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rememberAsker } from '../http/askers.ts';
import type { OpenAuth } from './open-auth.ts';
import { address_header } from './request-author.ts';

/** Header that our page sends when it has not been used for a while. */
const unattended_header = 'x-guichet-unattended';

/** A signed-in person with the session and its authentication. */
export interface SignedIn extends SessionAuthentication {
  readonly person: Person;
  readonly session_id: string;
  readonly session_token: string;
}

export interface SessionMeans {
  readonly ctx: Pick<Context, 'db' | 'session_limits'>;
  readonly auth: OpenAuth;
}

/**
 * Finds the sender of a request; the only place that reads a session. The library identifies the owner of a cookie;
 * the database decides whether the session is still open, and records its use. An ended session is deleted before
 * the library sees it.
 *
 * @returns null if nobody is signed in
 */
export async function findSignedIn(
  { ctx, auth }: SessionMeans,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | null> {
  if (request.headers.cookie === undefined) return null;
  const { headers, response } = await (await auth()).api.getSession({
    headers: libraryHeaders(request),
    returnHeaders: true,
  });
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!response) return null;
  const { user, session } = response;
  const use = { id: session.id, is_attended: isAttended(request) };
  const proof = await useSession(ctx.db, use, ctx.session_limits);
  if (!proof) {
    await deleteSessionIfOver(ctx.db, session.id, ctx.session_limits);
    return null;
  }
  rememberAsker(request, { person_id: user.id });
  return {
    ...proof,
    person: {
      user_id: user.id,
      name: user.name,
      merchant_id: user.merchantId,
      email: user.address,
      address: request.ip,
      request_id: request.id,
    },
    session_id: session.id,
    session_token: session.token,
  };
}

/** True if a person caused the request, rather than a page that listens for changes on its own. */
function isAttended({ headers }: FastifyRequest): boolean {
  return headers[unattended_header] === undefined && headers.accept !== 'text/event-stream';
}

/** @throws AppError `authentication_required` */
export async function requireSignedIn(
  means: SessionMeans,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const signed_in = await findSignedIn(means, request, reply);
  if (!signed_in) throw new AppError('authentication_required', { message: 'Sign in to continue.' });
  return signed_in;
}

/** The headers of a request for the library, with the client's address as we determined it. */
export function libraryHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'origin', 'user-agent', 'content-type', 'accept']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set(address_header, request.ip);
  return headers;
}
