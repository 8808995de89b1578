import { makeSecret } from '@guichet/kernel/secret';
import { expect, test } from 'vitest';
import { outcomeWhenOld } from '../airtel-money/map.ts';
import { notFound } from '../orange-money/sonatel/map.ts';
import { collectOf, lookupOf } from '../orange-money/test-support.ts';
import { mapNotFound } from '../wave/map.ts';
import { isAbsence } from './outcome-without.ts';

const created_at = new Date('2026-03-01T10:00:00Z');
const now = new Date('2026-03-04T10:00:00Z');
const settings = {
  variant: 'sonatel',
  client_id: 'c',
  client_secret: makeSecret('s'),
  merchant_code: '123456',
  shop_name: 'Boutique',
} as const;
const question = (more: object) => lookupOf(collectOf('sonatel', created_at), created_at, more);

test.each([
  [
    'Airtel',
    outcomeWhenOld(
      { kind: 'unknown', cause: 'not_found' },
      { created_at: new Date(0), provider_reference: null },
      now,
    ),
  ],
  ['Wave', mapNotFound({ created_at }, now)],
  ['Sonatel, a payout', notFound(question({ direction: 'payout' }), settings, now)],
  ['Sonatel, a QR code', notFound(question({ provider_reference: 'qr:1772359200' }), settings, now)],
])('a request that was not found fails by its absence: %s', (_, outcome) => {
  expect(outcome.kind).toBe('failed');
  expect(isAbsence(outcome)).toBe(true);
});

test.each([
  { kind: 'failed', reason: 'payer_timeout', operator_code: 'EXPIRED' },
  { kind: 'unknown', cause: 'not_found' },
  { kind: 'pending', action: null },
] as const)('no other outcome is an absence: %j', (outcome) => {
  expect(isAbsence(outcome)).toBe(false);
});
