import { readFile } from 'node:fs/promises';
import { makeSecret } from '@guichet/kernel/secret';
import { makeEvent } from '@guichet/simulators/wave/webhook';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RawCallback } from '../contract.ts';
import { readCallback, verifyCallback } from './callback.ts';
import type { WaveConfig } from './config.ts';

const now = new Date('2026-01-02T10:03:12Z');
const secret = 'wave_sn_WHS_example';
const config: WaveConfig = { country: 'SN', api_key: makeSecret('key'), webhook_secret: makeSecret(secret) };
const portal = { strategy: 'signing_secret', secret, form: 'joined' } as const;

let body = '';
beforeAll(async () => {
  body = await readFile(new URL('fixtures/event-completed.json', import.meta.url), 'utf8');
});

const event = (webhook: Parameters<typeof makeEvent>[0] = portal, at: Date = now): RawCallback =>
  makeEvent(webhook, 'https://pay.example.com/callbacks/wave/cac_1', body, at);
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const withSignature = (signature: string): RawCallback => ({
  headers: { 'wave-signature': signature },
  body,
});

test('the signature in the documentation is accepted: timestamp and body without a separator', () => {
  // Computed manually: printf '%s' '1767348192{}' | openssl dgst -sha256 -hmac wave_sn_WHS_example
  const v1 = 'a00d8a92d509c1676a72a12ca1b681eadf7fab4f62e7388e523dab73e063c6d5';
  expect(
    verifyCallback(config, now, { headers: { 'wave-signature': `t=1767348192,v1=${v1}` }, body: '{}' }),
  ).toBe(true);
});

describe('a signature', () => {
  test.each<[string, Partial<WaveConfig>, () => RawCallback, boolean]>([
    ['that is valid', {}, () => event(), true],
    ['in the other form', {}, () => event({ ...portal, form: 'dotted' }), false],
    [
      'dotted where the account says so',
      { signature_form: 'dotted' },
      () => event({ ...portal, form: 'dotted' }),
      true,
    ],
    ['joined where the account says dotted', { signature_form: 'dotted' }, () => event(), false],
    ['of two secrets, the former one first', {}, () => event({ ...portal, former_secret: 'former' }), true],
    ['of a different secret', {}, () => event({ ...portal, secret: 'another secret' }), false],
    ['5 minutes old', {}, () => event(portal, later(-300)), true],
    ['older than 5 minutes', {}, () => event(portal, later(-301)), false],
    ['from further ahead than 5 minutes', {}, () => event(portal, later(302)), false],
    ['that is missing', {}, () => ({ headers: {}, body }), false],
    ['without a time', {}, () => withSignature('v1=00'), false],
    ['without a value', {}, () => withSignature('t=1767348192'), false],
    ['with an invalid time', {}, () => withSignature('t=1e9,v1=00'), false],
    ['of a truncated body', {}, () => ({ ...event(), body: body.slice(0, -2) }), false],
    ['of a modified body', {}, () => ({ ...event(), body: body.replace('1500', '9500') }), false],
    ['sent as a bearer token', {}, () => event({ ...portal, strategy: 'shared_secret' }), false],
  ])('%s is accepted or refused correctly', (_, change, make, expected) => {
    expect(verifyCallback({ ...config, ...change }, now, make())).toBe(expected);
  });

  test('is checked against the time at which it arrived', () => {
    const raw = event();
    expect(verifyCallback(config, later(3600), raw)).toBe(false);
    expect(verifyCallback(config, later(3600), { ...raw, received_at: later(2) })).toBe(true);
  });
});

test.each([
  [`Bearer ${secret}`, true],
  [`Bearer ${secret}x`, false],
  ['Bearer ', false],
  [secret, false],
  [undefined, false],
])('the shared secret sent as %j is accepted: %s', (authorization, expected) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  expect(verifyCallback({ ...config, webhook_strategy: 'shared_secret' }, now, { headers, body })).toBe(
    expected,
  );
});

test.each<[string, unknown]>([
  ['event-completed', [{ outcome: { kind: 'settled', money: { amount_minor: 1500n, currency: 'XOF' } } }]],
  // After a failed attempt the link can still be paid.
  ['event-failed', [{ outcome: { kind: 'pending' } }]],
  ['event-test', []],
])('the notices of %s are read', async (name, notices) => {
  const text = await readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
  expect(readCallback({ headers: {}, body: text })).toMatchObject(notices as object[]);
});

test('a repeated event is parsed into the same notices', () => {
  expect(readCallback(event())).toEqual(readCallback(event()));
  expect(readCallback(event())[0]).toMatchObject({
    reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
    provider_reference: 'cos-2a7example01',
  });
});
