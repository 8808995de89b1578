import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@guichet/kernel/secret';
import type { Notice, RawCallback } from '@guichet/operators/contract';
import { redact } from '@guichet/operators/http/redact';
import { mapState } from './map.ts';
import { readState } from './wire.ts';

/** `X-Acme-Signature`: hex HMAC-SHA256 of the body. */
export function verifyCallback(secret: Secret, { headers, body }: RawCallback): boolean {
  const given = Buffer.from(headers['x-acme-signature'] ?? '', 'hex');
  const wanted = createHmac('sha256', secret.reveal()).update(body).digest();
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function readCallback({ body }: RawCallback): readonly Notice[] {
  const state = readState(body);
  if (!state) return [];
  const outcome = mapState(state, 'collect');
  if (outcome.kind === 'unknown') return [];
  return [{ reference: state.id, provider_reference: state.number, outcome, raw: redact(body) }];
}
