import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RawCallback } from '../contract.ts';
import { type Subject, writeAddress, writeOpenAddress } from './address.ts';
import { readCallback } from './callback.ts';

const key = 'a long random text of our own';
const callback_url = 'https://pay.example.com/callbacks/mpesa-daraja/cac_1';
const reference = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02';
const other = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a99';

const names = [
  'callback-paid',
  'callback-cancelled',
  'result-payout',
  'result-payout-failed',
  'result-reversal',
  'result-status',
] as const;
const bodies = new Map<string, string>();
beforeAll(async () => {
  for (const name of names) {
    bodies.set(name, await readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
  }
});

const at = (url: string, name: (typeof names)[number], of: string | null = reference): RawCallback => ({
  headers: {},
  body: bodies.get(name) ?? '',
  request: { method: 'POST', url, reference: of },
});
const proven = (subject: Subject, callback_key = key, of = reference): string =>
  writeAddress({ callback_url, callback_key }, subject, of);

test.each<[string, Subject, (typeof names)[number], object]>([
  [
    'a push that was paid',
    'stk',
    'callback-paid',
    { outcome: { kind: 'settled' }, provider_reference: 'ws_CO_02012026130000001', receipt: 'TA12EXAMPL' },
  ],
  [
    'a push that was cancelled',
    'stk',
    'callback-cancelled',
    { outcome: { kind: 'failed', reason: 'payer_cancelled' } },
  ],
  [
    'a payout',
    'payout',
    'result-payout',
    { outcome: { kind: 'settled' }, provider_reference: 'AG_20260102_0001', trust: 'signed' },
  ],
  [
    'a payout that failed',
    'payout',
    'result-payout-failed',
    { outcome: { kind: 'failed' }, trust: 'signed' },
  ],
  [
    'a reversal',
    'reversal',
    'result-reversal',
    { outcome: { kind: 'settled' }, provider_reference: 'rev-1', trust: 'signed' },
  ],
  ...(['status', 'payout_status'] as const).map((subject): [string, Subject, 'result-status', object] => [
    `a status (${subject})`,
    subject,
    'result-status',
    { outcome: { kind: 'settled' }, provider_reference: null, trust: 'signed' },
  ]),
])('the callback of %s is read', (_, subject, name, notice) => {
  const notices = readCallback(key, at(proven(subject), name));
  expect(notices).toMatchObject([{ reference, ...notice }]);
  // A repeated callback is read in the same way. The callback of a push remains a hint, which an inquiry confirms.
  expect(readCallback(key, at(proven(subject), name))).toEqual(notices);
  if (subject === 'stk') expect(notices[0]).not.toHaveProperty('trust');
});

describe('a callback without a valid token settles and identifies nothing', () => {
  const payout = proven('payout');
  test.each<[string, RawCallback | (() => RawCallback)]>([
    ['no token', () => at(writeOpenAddress(callback_url, reference), 'result-payout')],
    ['an empty token', () => at(`${callback_url}/${reference}?token=payout.`, 'result-payout')],
    ['a truncated token', () => at(payout.slice(0, -1), 'result-payout')],
    ['a lengthened token', () => at(`${payout}0`, 'result-payout')],
    ["a different key's token", () => at(proven('payout', 'another key'), 'result-payout')],
    ["a different reference's token", () => at(proven('payout', key, other), 'result-payout')],
    ['a changed subject', () => at(proven('status').replace('status.', 'payout.'), 'result-payout')],
    ["a push's token", () => at(proven('stk'), 'result-payout')],
    ['a push at the address of a payout', () => at(payout, 'callback-paid')],
    ['an invalid address', () => at('nowhere', 'result-payout')],
  ])('%s', (_, make) => {
    const raw = typeof make === 'function' ? make() : make;
    const [notice, ...more] = readCallback(key, raw);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ reference, provider_reference: null });
    expect(notice).not.toHaveProperty('trust');
    expect(notice).not.toHaveProperty('receipt');
  });

  test('but a push without our reference is identified by its own id', () => {
    const [notice] = readCallback(key, at(callback_url, 'callback-paid', null));
    expect(notice).toMatchObject({ reference: null, provider_reference: 'ws_CO_02012026130000001' });
    expect(notice).not.toHaveProperty('receipt');
  });
});

test('a successful status inquiry about a payout does not settle the payout', () => {
  const [notice] = readCallback(key, at(proven('status'), 'result-payout'));
  expect(notice?.outcome).toEqual({ kind: 'pending', action: null });
});

test('the stored form of a callback contains no name and no number', () => {
  for (const name of names) {
    for (const subject of ['stk', 'payout', 'reversal', 'status'] as const) {
      const kept = JSON.stringify(readCallback(key, at(proven(subject), name)).map(({ raw }) => raw));
      expect(kept).not.toMatch(/712000001|A\. Person/);
    }
  }
});

test.each(['', '{', '[]', 'null', '{"Result":{}}'])('a callback with the body %j is ignored', (body) => {
  expect(readCallback(key, { ...at(proven('payout'), 'result-payout'), body })).toEqual([]);
});
