import { AppError } from '@guichet/kernel/errors';
import type { FastifyRequest } from 'fastify';

/** Returns the form fields that were sent once, as text; others are ignored. */
export function textFields(body: unknown): Record<string, string | undefined> {
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Refuses a form submitted from another site, according to the origin that browsers report (Fetch Metadata; RFC
 * 6454 for older browsers). A client that reports none is not a browser, or is a very old one; then the token alone
 * authorizes the request.
 *
 * @throws AppError `forbidden`
 */
export function refuseForeignForm(request: FastifyRequest, public_url: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new AppError('forbidden');
  }
  const { origin, host } = request.headers;
  // Privacy settings and our own no-referrer policy make browsers send the origin "null".
  if (origin === undefined || origin === 'null') return;
  if (![public_url, `http://${host}`, `https://${host}`].includes(origin)) throw new AppError('forbidden');
}
