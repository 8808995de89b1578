import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawCallback } from '../contract.ts';

/**
 * The subject of a callback URL. `payout_status` is an inquiry about a payout, `status` one about a reversal.
 */
export const subjects = ['stk', 'payout', 'reversal', 'status', 'payout_status'] as const;
export type Subject = (typeof subjects)[number];

/** 128 bits, in hex. */
const token_length = 32;

/**
 * Makes the URL to which Safaricom sends the result of one request. Safaricom signs nothing, so the URL itself
 * authenticates the callback: it contains a token that only the account's key can make, for this reference and
 * subject, and that only Safaricom knows.
 */
export function writeAddress(
  { callback_url, callback_key }: { readonly callback_url: string; readonly callback_key: string },
  subject: Subject,
  reference: string,
): string {
  return `${callback_url}/${reference}?token=${subject}.${tokenOf(callback_key, subject, reference)}`;
}

/** The URL without a token: a callback there is only a reason to inquire. */
export function writeOpenAddress(callback_url: string, reference: string): string {
  return `${callback_url}/${reference}`;
}

/** @returns the subject of a callback to a URL of {@link writeAddress}; undefined for any other */
export function readAddress(
  callback_key: string,
  { request }: RawCallback,
): { readonly subject: Subject; readonly reference: string } | undefined {
  if (!request || request.reference === null || !URL.canParse(request.url)) return undefined;
  const reference = request.reference.toLowerCase();
  const [word, token = ''] = (new URL(request.url).searchParams.get('token') ?? '').split('.');
  const subject = subjects.find((one) => one === word);
  if (!subject) return undefined;
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(callback_key, subject, reference))];
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? { subject, reference }
    : undefined;
}

function tokenOf(callback_key: string, subject: Subject, reference: string): string {
  return createHmac('sha256', callback_key)
    .update(`${subject}:${reference.toLowerCase()}`)
    .digest('hex')
    .slice(0, token_length);
}
