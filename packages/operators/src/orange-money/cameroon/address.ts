import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@guichet/kernel/secret';
import type { RawCallback } from '../../contract.ts';

/** 128 bits, in hex. */
const token_length = 32;

/**
 * Makes the URL to which Orange sends the notification of one payment. Orange signs nothing, so the URL contains a
 * token that only the account's secret can make, for this reference: whoever knows the reference alone cannot tell
 * us which of Orange's payments is ours.
 */
export function writeAddress(callback_url: string, client_secret: Secret, reference: string): string {
  return `${callback_url}/${reference}?token=${tokenOf(client_secret, reference)}`;
}

/** Whether a notification was sent to a URL of {@link writeAddress}. */
export function isAddressed(client_secret: Secret, { request }: RawCallback): boolean {
  if (!request || request.reference === null || !URL.canParse(request.url)) return false;
  const given = Buffer.from(new URL(request.url).searchParams.get('token') ?? '');
  const expected = Buffer.from(tokenOf(client_secret, request.reference));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function tokenOf(client_secret: Secret, reference: string): string {
  return createHmac('sha256', client_secret.reveal())
    .update(`notification:${reference.toLowerCase()}`)
    .digest('hex')
    .slice(0, token_length);
}
