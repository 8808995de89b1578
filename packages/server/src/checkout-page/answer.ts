import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pickEncoding } from '../http/pick-encoding.ts';
import { every_page } from '../http/protections.ts';
import { encodePage, type PageParts, page_encodings } from './compress.ts';

/** A nonce that only this response's style and script carry (CSP level 3). */
export function makeNonce(): string {
  return randomBytes(16).toString('base64url');
}

interface SentPage {
  readonly status: number;
  readonly parts: PageParts;
  readonly nonce: string;
  /**
   * Whether it is about play money only. The dashboard may then show it in a frame (docs/decisions/0061); nobody
   * else may, and nothing may frame the dashboard.
   */
  readonly is_play?: boolean;
  /** Whether it has a manifest, by which a phone installs it. */
  readonly is_app?: boolean;
}

/**
 * Sends a page with its security headers: it loads nothing from elsewhere, is not cached, and can be framed by our own
 * pages at most. Its forms lead to this service only; browsers check a form's redirects too.
 */
export function sendPage(reply: FastifyReply, page: SentPage): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${page.nonce}'`,
    `script-src 'nonce-${page.nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    page.is_play === true ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
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
