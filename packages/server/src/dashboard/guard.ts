import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

/**
 * A header that a page of another site cannot send: its browser first asks us in a preflight, and we do not permit
 * it.
 */
const page_header = 'x-guichet-dashboard';

/**
 * Makes the hook that allows only our own page to change anything: every request except GET and HEAD must come from
 * our origin and carry a header that no form can send, in addition to the cookie, which other sites' requests do
 * not have (`SameSite`).
 */
export function makeGuard(public_url: string): onRequestAsyncHookHandler {
  const { origin } = new URL(public_url);
  return async (request, reply) => {
    reply.header('cache-control', 'no-store');
    // Fetch Metadata (w3.org/TR/fetch-metadata): `none` means that a person opened a URL, such as a file's.
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
