import { asCurrency } from '@guichet/kernel/currencies';
import { makeSecret } from '@guichet/kernel/secret';
import { describe, expect, test } from 'vitest';
import * as map from './map.ts';
import { settingsOf } from './settings.ts';
import { collection, payout } from './test-support.ts';
import type { WireAnswer } from './wire.ts';

const money = { amount_minor: 5_000n, currency: asCurrency('UGX') };
const reading: map.Reading = { direction: 'collect', money, codes_decide: true };
const silence: WireAnswer = { status: null, airtel_money_id: null, id: null, success: null, codes: [] };
const settled = { kind: 'settled', money };
const prompt = { kind: 'pending', action: { kind: 'prompt' } };
const unreadable = { kind: 'unknown', cause: 'unreadable' };
const missing = { kind: 'unknown', cause: 'not_found' };
const failed = (reason: string, operator_code: string, more: object = {}) => ({
  kind: 'failed',
  reason,
  operator_code,
  ...more,
});
const at_the_door = { reached_customer: false };
const c = (code: string) => `DP00800001${code}`;

const books: readonly [string, Partial<WireAnswer>, unknown][] = [
  ['paid', { status: 'TS', success: true, codes: [c('001')] }, settled],
  ['paid, without a success flag', { status: 'TS' }, settled],
  ['paid, with success false', { status: 'TS', success: false }, unreadable],
  ['failed', { status: 'TF', codes: [c('007')] }, failed('insufficient_funds', c('007'))],
  [
    'failed, with success true',
    { status: 'TF', success: true, codes: [c('002')] },
    failed('wrong_pin', c('002')),
  ],
  ['failed without a reason', { status: 'TF' }, failed('other', 'TF')],
  ['failed with an unknown code', { status: 'TF', codes: ['DP9'] }, failed('other', 'DP9')],
  ['failed with an unclear code', { status: 'TF', codes: [c('005')] }, failed('other', c('005'))],
  ['expired', { status: 'TE', codes: [c('029')] }, failed('payer_timeout', c('029'))],
  ['in progress', { status: 'TIP', codes: [c('006')] }, prompt],
  ['in progress with a failure code', { status: 'TIP', codes: [c('007')] }, prompt],
  ['ambiguous', { status: 'TA', codes: [c('000')] }, prompt],
  ['an unknown status', { status: 'TX', success: true, codes: [c('001')] }, unreadable],
  ['a code alone: success', { success: true, codes: [c('001')] }, unreadable],
  ['a code alone: failure', { success: false, codes: [c('003')] }, failed('limit_exceeded', c('003'))],
  ['a failure code in a success', { success: true, codes: [c('003')] }, unreadable],
  ['a code alone: no PIN or no such id', { success: false, codes: [c('005')] }, unreadable],
  ['a code alone: timed out', { success: false, codes: [c('024')] }, unreadable],
  ['a code alone: not found', { success: false, codes: [c('025')] }, missing],
  [
    'a code alone: forbidden',
    { success: false, codes: [c('026')] },
    failed('operator_down', c('026'), at_the_door),
  ],
  ['the gateway', { codes: ['ROUTER005'] }, failed('operator_down', 'ROUTER005', at_the_door)],
  ['the gateway, timed out', { codes: ['ROUTER117'] }, unreadable],
  ['neither status nor code', { success: false }, unreadable],
];

test.each(books)('a transaction in an inquiry is mapped to its outcome: %s', (_, given, expected) => {
  expect(map.outcomeOfBooks({ ...silence, ...given }, reading)).toEqual(expected);
});

describe('where codes have different meanings', () => {
  const elsewhere = { ...reading, codes_decide: false };
  test.each<[string, Partial<WireAnswer>, unknown]>([
    ['a failure', { status: 'TF', codes: [c('007')] }, failed('other', c('007'))],
    ['a code alone', { success: false, codes: [c('003')] }, unreadable],
    ['a success', { status: 'TS', codes: [c('010')] }, settled],
    ['the gateway', { codes: ['ROUTER006'] }, failed('operator_down', 'ROUTER006', at_the_door)],
    ...['002', '003', '006', '007', '009', '010', '024'].map(
      (code): [string, Partial<WireAnswer>, unknown] => [
        `the disputed code ${code} alone`,
        { success: false, codes: [c(code)] },
        unreadable,
      ],
    ),
    ['not found', { success: false, codes: [c('025')] }, missing],
    ['an undisputed failure', { success: false, codes: [c('008')] }, failed('other', c('008'))],
    ['an undisputed reason', { status: 'TF', codes: [c('029')] }, failed('payer_timeout', c('029'))],
  ])('a transaction is mapped to its outcome: %s', (_, given, expected) => {
    expect(map.outcomeOfBooks({ ...silence, ...given }, elsewhere)).toEqual(expected);
  });

  test.each([
    ['009', failed('other', 'DP00900001009')],
    ['010', failed('other', 'DP00900001010')],
    ['007', failed('insufficient_funds', 'DP00900001007')],
    ['006', { kind: 'pending', action: null }],
    ['015', missing],
  ])('the codes of payouts are not disputed: %s', (code, expected) => {
    const given = { ...silence, success: false, codes: [`DP00900001${code}`] };
    expect(map.outcomeOfBooks(given, { ...elsewhere, direction: 'payout' })).toEqual(expected);
  });
});

test('a push that was sent is not paid, whatever its status', () => {
  for (const status of ['SUCCESS', 'TS', 'TF', null]) {
    expect(map.outcomeOfPush({ ...silence, status, success: true }, reading)).toEqual(prompt);
  }
  expect(map.outcomeOfPush({ ...silence, success: false, codes: [c('007')] }, reading)).toEqual(
    failed('insufficient_funds', c('007')),
  );
  expect(map.outcomeOfPush({ ...silence, status: 'SUCCESS', success: false }, reading)).toEqual(unreadable);
});

test('a refund has succeeded when Airtel reports a success and an id', () => {
  const refund = { ...reading, direction: 'refund' as const };
  const done = { ...silence, status: 'SUCCESS', success: true, airtel_money_id: 'CI1' };
  expect(map.outcomeOfRefund(done, refund)).toEqual(settled);
  expect(map.outcomeOfRefund({ ...done, airtel_money_id: null }, refund)).toEqual(unreadable);
  expect(map.outcomeOfRefund({ ...done, success: false, codes: ['ESB000011'] }, refund)).toEqual(unreadable);
  expect(map.outcomeOfRefund({ ...silence, success: false, codes: ['ESB000011'] }, refund)).toEqual(
    failed('other', 'ESB000011'),
  );
});

test('"not found" is a failure after 15 minutes', () => {
  const created_at = new Date('2026-03-01T10:00:00Z');
  const after = (minutes: number) => new Date(created_at.getTime() + minutes * 60_000);
  const notFound = { kind: 'unknown', cause: 'not_found' } as const;
  const lost_answer = { created_at, provider_reference: null };
  expect(map.outcomeWhenOld(notFound, lost_answer, after(14.9))).toEqual(notFound);
  expect(map.outcomeWhenOld(notFound, lost_answer, after(15))).toEqual(
    failed('operator_down', 'never_received'),
  );
  // Airtel has accepted it, so the inquiry was made in the wrong way.
  const accepted = { created_at, provider_reference: 'MP1' };
  expect(map.outcomeWhenOld(notFound, accepted, after(60))).toEqual(notFound);
  const lost = { kind: 'unknown', cause: 'timeout' } as const;
  expect(map.outcomeWhenOld(lost, lost_answer, after(60))).toEqual(lost);
});

describe('a request', () => {
  const config = {
    base_url: 'https://openapi.airtel.africa',
    country: 'UG',
    client_id: 'a',
    client_secret: makeSecret('b'),
    pin: makeSecret('1234'),
    callback_key: undefined,
  };
  const settings = settingsOf(config);

  test('for a push contains the reference, the subscriber and the transaction', () => {
    expect(map.wirePaymentOf(collection, '700123451', settings)).toEqual({
      reference: 'Commanden481',
      subscriber: { country: 'UG', currency: 'UGX', msisdn: '700123451' },
      transaction: { amount: 5000, country: 'UG', currency: 'UGX', id: '6a0f6f0e0b0e4b9e8a552f2b8f3b1a01' },
    });
  });

  test('for a disbursement contains the payee, the PIN and the transaction', () => {
    const usual = {
      payee: { msisdn: '700123451', name: 'Awa' },
      reference: '6a0f6f0e0b0e4b9e8a552f2b8f3b1a02',
      pin: 'encrypted',
      transaction: { amount: 5000, id: '6a0f6f0e0b0e4b9e8a552f2b8f3b1a02', type: 'B2C' },
    };
    expect(map.wireDisbursementOf(payout, '700123451', 'encrypted', settings)).toEqual(usual);
    const newer = settingsOf({ ...config, payee_wallet_type: 'NORMAL' });
    expect(map.wireDisbursementOf({ ...payout, first_name: null }, '700123451', 'encrypted', newer)).toEqual({
      ...usual,
      payee: { msisdn: '700123451', wallet_type: 'NORMAL', currency: 'UGX' },
    });
  });

  test('contains the number without the country code, but with its leading zero where the country keeps it', () => {
    expect(map.msisdnOf('+256700123451', settings)).toBe('700123451');
    expect(map.msisdnOf('+254733123456', settings)).toBeUndefined();
    const congo = settingsOf({ ...config, country: 'CG' });
    expect(map.msisdnOf('+242055123456', congo)).toBe('055123456');
    expect(
      map.msisdnOf('+242055123456', settingsOf({ ...config, country: 'CG', keep_leading_zero: false })),
    ).toBe('55123456');
  });

  test('contains our reference in a form that can be converted back', () => {
    expect(map.referenceOf(map.wireIdOf(collection.reference))).toBe(collection.reference);
    expect(['', '6a0f', 'z'.repeat(32), `${'a'.repeat(32)}0`].map(map.referenceOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
