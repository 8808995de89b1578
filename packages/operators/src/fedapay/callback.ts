import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@guichet/kernel/secret';
import type { Notice, RawCallback } from '../contract.ts';
import { outcomeOf, type Reading } from './map.ts';
import { readEvent } from './wire.ts';

/**
 * Whether one of the signatures in `X-FEDAPAY-SIGNATURE: t=<unix seconds>,s=<hex>` is the HMAC-SHA256 of
 * `<t>.<body>`, and the time is within the tolerance of ours (FedaPay's libraries: 300 s).
 */
export function verifyCallback(
  { headers, body }: RawCallback,
  options: { readonly secret: Secret; readonly tolerance_s: number; readonly now: Date },
): boolean {
  const parts = (headers['x-fedapay-signature'] ?? '').split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false;
  const apart_s = Math.abs(options.now.getTime() / 1000 - Number(time));
  if (apart_s > options.tolerance_s) return false;
  const expected = createHmac('sha256', options.secret.reveal()).update(`${time}.${body}`).digest();
  return valuesOf('s').some((given) => {
    const bytes = Buffer.from(given, 'hex');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/**
 * Parses a verified webhook. Only final states are reported: pending and deleted transactions do not move
 * money.
 */
export function readCallback({ body }: RawCallback, reading: Reading): readonly Notice[] {
  const event = readEvent(body);
  if (!event || event.name.endsWith('.deleted')) return [];
  const { kind, record } = event;
  const outcome = outcomeOf(kind, record, reading);
  if (outcome.kind === 'pending' || outcome.kind === 'unknown') return [];
  const { reference, id: provider_reference } = record;
  // A transaction and a payout may have the same id.
  const is_outgoing = kind === 'payout';
  const raw = { event: event.id, name: event.name, ...record };
  return [{ reference, provider_reference, is_outgoing, outcome, raw }];
}
