import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pickEncoding } from '../http/pick-encoding.ts';
import { every_page } from '../http/protections.ts';
import { encodePage, type PageParts, page_encodings } from './compress.ts';

/** A nonce that only this response's style and script carry (CSP level 3). */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Sends a page with its security headers: it loads nothing from elsewhere, and is neither cached nor framed. Its
 * forms lead to this service only; browsers check a form's redirects too.
 *
 * @param page.is_app true for a page with a manifest, by which a phone installs it
 */
export function sendPage(
  reply: FastifyReply,
  page: { status: number; parts: PageParts; nonce: string; is_app?: boolean },
): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${page.nonce}'`,
    `script-src 'nonce-${page.nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(page.is_app ? ["manifest-src 'self'"] : []),
  ].join('; ');
  const encoding = pickEncoding(reply.request.headers['accept-encoding'], page_encodings);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .status(page.status)
    .headers({
      ...every_page,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      vary: 'accept-encoding, accept-language',
    })
    .send(encodePage(page.parts, encoding));
}
