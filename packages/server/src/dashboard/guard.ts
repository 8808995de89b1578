import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

/** Another site cannot send it: the browser asks us first, and we do not permit it. */
const page_header = 'x-guichet-dashboard';

/**
 * Makes the hook that lets only our own page change anything: every request but GET and HEAD comes from our origin
 * and carries a header that no form can send, besides the cookie that other sites' requests do not have (`SameSite`).
 */
export function makeGuard(public_url: string): onRequestAsyncHookHandler {
  const { origin } = new URL(public_url);
  return async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // Fetch Metadata (w3.org/TR/fetch-metadata): `none` is a person who opens a URL, for a file.
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && !(isReading(request) && site === 'none')) refuse();
    if (isReading(request)) return;
    if (request.headers.origin !== origin || request.headers[page_header] === undefined) refuse();
  };
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuse(): never {
  throw new AppError('forbidden', {
    message: 'This can be done only from the dashboard. Open it at the address configured for it.',
  });
}
