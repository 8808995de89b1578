import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Outcome } from '@guichet/kernel/outcome';
import type { Secret } from '@guichet/kernel/secret';
import type { Notice, RawCallback } from '../contract.ts';
import { referenceOf } from './map.ts';
import { readCallbackBody } from './wire.ts';

/**
 * Whether the hash is base64(HMAC-SHA256) of the transaction, as received or without spaces: which of the two is
 * not documented. Without a key, callbacks cannot be verified, and are only hints.
 */
export function verifyCallback({ body }: RawCallback, key: Secret | undefined): boolean {
  if (!key) return true;
  const wire = readCallbackBody(body);
  if (!wire || wire.hash === null) return false;
  const given = Buffer.from(wire.hash, 'base64');
  return wire.hashed.some((text) => {
    const expected = createHmac('sha256', key.reveal()).update(text).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Reads a callback: a hint to inquire. It contains no amount, so even a success settles nothing. Airtel's own id is
 * taken from the response to the inquiry and not from the callback, which anyone can send.
 */
export function readCallback({ body }: RawCallback): readonly Notice[] {
  const wire = readCallbackBody(body);
  const reference = wire ? referenceOf(wire.id) : null;
  const outcome = wire ? outcomes.get(wire.status_code) : undefined;
  if (!wire || reference === null || outcome === undefined) return [];
  const { id, status_code } = wire;
  return [{ reference, provider_reference: null, outcome, raw: { id, status_code } }];
}

const outcomes: ReadonlyMap<string, Outcome> = new Map(
  Object.entries<Outcome>({
    // Without an amount it cannot settle; "pending" also triggers an inquiry about a request that had failed.
    TS: { kind: 'pending', action: null },
    TF: { kind: 'failed', reason: 'other', operator_code: 'TF' },
  }),
);
