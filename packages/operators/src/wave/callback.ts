import { timingSafeEqual } from 'node:crypto';
import type { Notice, RawCallback } from '../contract.ts';
import type { WaveConfig } from './config.ts';
import { mapSession } from './map.ts';
import { signatureOf } from './sign.ts';
import { readEvent, readSession } from './wire.ts';

/** Wave's own tolerance. */
const tolerance_s = 5 * 60;

/**
 * Whether a callback carries the webhook's secret as a bearer token, or a signature made with the secret that is at
 * most 5 minutes old. While a secret is being rotated, Wave signs with both secrets, and one match is enough.
 */
export function verifyCallback(config: WaveConfig, now: Date, raw: RawCallback): boolean {
  const secret = config.webhook_secret.reveal();
  if (config.webhook_strategy === 'shared_secret') {
    return isSame(raw.headers.authorization ?? '', `Bearer ${secret}`);
  }
  const parts = (raw.headers['wave-signature'] ?? '').split(',').map((part) => part.trim());
  const [t = ''] = valuesOf(parts, 't');
  const at = (raw.received_at ?? now).getTime() / 1000;
  if (!/^\d{1,12}$/.test(t) || Math.abs(at - Number(t)) > tolerance_s) return false;
  const separator = config.signature_form === 'dotted' ? '.' : '';
  const expected = signatureOf(secret, `${t}${separator}${raw.body}`);
  return valuesOf(parts, 'v1').some((given) => isSame(given, expected));
}

function valuesOf(parts: readonly string[], name: string): string[] {
  return parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Parses a verified event. The checkout session in it decides the outcome, not the event's name. */
export function readCallback({ body }: RawCallback): readonly Notice[] {
  const event = readEvent(body);
  const session = event?.type.startsWith('checkout.session.') ? readSession(event.data) : undefined;
  if (!session) return [];
  const { client_reference: reference, id: provider_reference } = session;
  return [{ reference, provider_reference, outcome: mapSession(session), raw: session }];
}
