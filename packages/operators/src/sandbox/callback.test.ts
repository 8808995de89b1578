import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, test } from 'vitest';
import { makeCallback, readCallback, verifyCallback } from './callback.ts';
import type { Truth } from './truth.ts';

const key = 'key';
const reference = '2f6c0e4a-8d0e-4a58-9d0e-3a2f6c1b7e11';
const settled: Truth = { kind: 'settled', money: { amount_minor: 1250n, currency: asCurrency('GHS') } };
const genuine = makeCallback(key, reference, settled);
const signature = genuine.headers['x-sandbox-signature'] ?? '';

describe('verifyCallback', () => {
  test('accepts a callback signed with the same key', () => {
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(verifyCallback(key, genuine)).toBe(true);
  });

  test('expects HMAC-SHA256 in hex', () => {
    // RFC 4231, test case 2.
    const raw = {
      headers: { 'x-sandbox-signature': '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
      body: 'what do ya want for nothing?',
    };
    expect(verifyCallback('Jefe', raw)).toBe(true);
  });

  test.each([
    ['a different body', { ...genuine, body: genuine.body.replace('12.50', '1.00') }],
    ['no signature', { ...genuine, headers: {} }],
    ['an empty signature', { ...genuine, headers: { 'x-sandbox-signature': '' } }],
    ['a truncated signature', { ...genuine, headers: { 'x-sandbox-signature': signature.slice(0, 32) } }],
    [
      'extra characters after the signature',
      { ...genuine, headers: { 'x-sandbox-signature': `${signature}zz` } },
    ],
    ['a different key', makeCallback('another key', reference, settled)],
  ])('refuses a callback with %s', (_title, raw) => {
    expect(verifyCallback(key, raw)).toBe(false);
  });
});

describe('readCallback', () => {
  test.each<Truth>([
    settled,
    { kind: 'failed', reason: 'wrong_pin', operator_code: 'wrong_pin' },
    { kind: 'pending', action: null },
  ])('returns the outcome that makeCallback wrote: $kind', (truth) => {
    const notices = readCallback(makeCallback(key, reference, truth));
    expect(notices).toMatchObject([{ reference, provider_reference: 'sbx_2f6c0e4a', outcome: truth }]);
  });

  const whole = JSON.parse(genuine.body);
  test.each([
    ['nothing', ''],
    ['a truncated body', genuine.body.slice(0, 40)],
    ['a different shape', '[]'],
    ['null', 'null'],
    ['no reference', JSON.stringify({ ...whole, reference: undefined })],
    ['an unknown status', JSON.stringify({ ...whole, status: 'paid' })],
    ['an amount as a number', JSON.stringify({ ...whole, amount: 12.5 })],
    ['an invalid amount', JSON.stringify({ ...whole, amount: '12.505' })],
    ['an invalid currency', JSON.stringify({ ...whole, currency: 'GHX' })],
    [
      'an unknown reason',
      JSON.stringify({ ...whole, status: 'failed', reason: 'bad luck', operator_code: '1' }),
    ],
    ['no operator code', JSON.stringify({ ...whole, status: 'failed', reason: 'other' })],
  ])('ignores a callback with %s', (_title, body) => {
    expect(readCallback({ headers: {}, body })).toEqual([]);
  });
});
