import type { FastifyReply } from 'fastify';
import type { TokenRequest } from './token-request.ts';

const cookie_name = 'guichet_left';
/** As long as a session lasts: later, its page no longer goes anywhere by itself. */
const cookie_max_age_s = 30 * 60;

/**
 * Whether the page of a paid session must not return to the merchant by itself: the customer has returned once, or
 * asks now to stay (`?stay=1`). A cookie remembers it, so that it also holds without script and writes nothing to
 * the database.
 */
export function staysHere(request: TokenRequest, reply: FastifyReply, public_url: string): boolean {
  if (request.query.stay !== undefined) {
    rememberLeft(request, reply, public_url);
    return true;
  }
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  return cookies.includes(`${cookie_name}=1`);
}

/** Remembers that the customer of this session has returned to the merchant, or stays. */
export function rememberLeft(request: TokenRequest, reply: FastifyReply, public_url: string): void {
  const secure = public_url.startsWith('https:') ? '; Secure' : '';
  const path = `/pay/${encodeURIComponent(request.params.token)}`;
  reply.header(
    'set-cookie',
    `${cookie_name}=1; Path=${path}; Max-Age=${cookie_max_age_s}; HttpOnly; SameSite=Lax${secure}`,
  );
}
