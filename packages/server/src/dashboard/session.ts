import type { Person } from '@guichet/core/staff/actor';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAuth } from './open-auth.ts';
import { address_header } from './request-author.ts';

/** Who is signed in, and with which session. */
export interface SignedIn {
  readonly person: Person;
  readonly session_id: string;
  readonly session_token: string;
}

/**
 * Who sends a request; a session that is in use is kept alive.
 *
 * @returns null for nobody
 */
export async function findSignedIn(
  auth: OpenAuth,
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
  return {
    person: {
      user_id: user.id,
      name: user.name,
      email: user.email,
      address: request.ip,
      request_id: request.id,
    },
    session_id: session.id,
    session_token: session.token,
  };
}

/** @throws AppError `authentication_required` */
export async function requireSignedIn(
  auth: OpenAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const signed_in = await findSignedIn(auth, request, reply);
  if (!signed_in) throw new AppError('authentication_required', { message: 'Sign in to go on.' });
  return signed_in;
}

/** The headers of a request for the library, with the address as we know it. */
export function libraryHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'origin', 'user-agent', 'content-type', 'accept']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set(address_header, request.ip);
  return headers;
}
