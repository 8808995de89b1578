import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawCallback } from '../contract.ts';

/**
 * What a callback at an address is about. `payout_status` answers a question about a payout,
 * `status` one about a reversal.
 */
export const subjects = ['stk', 'payout', 'reversal', 'status', 'payout_status'] as const;
export type Subject = (typeof subjects)[number];

/** 128 bits, in hex. */
const token_length = 32;

/**
 * Where Safaricom tells the end of one request. Nothing it sends is signed, so that the address itself is the proof: it
 * holds a token that only the account's key can make, for this reference and this subject, and Safaricom alone is told.
 */
export function writeAddress(
  { callback_url, callback_key }: { readonly callback_url: string; readonly callback_key: string },
  subject: Subject,
  reference: string,
): string {
  return `${callback_url}/${reference}?token=${subject}.${tokenOf(callback_key, subject, reference)}`;
}

/** The address without proof: what comes there is a reason to look, and no more. */
export function writeOpenAddress(callback_url: string, reference: string): string {
  return `${callback_url}/${reference}`;
}

/** @returns what a callback is about whose address is one of {@link writeAddress}; undefined for any other */
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
