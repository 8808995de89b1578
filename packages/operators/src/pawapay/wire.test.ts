import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAvailability, readConfiguration } from './configuration.ts';
import { readBalances, readInitiation, readKeys, readStatus, readTransaction } from './wire.ts';

const reference = '2f6c0e4a-8d0e-4a58-9d0e-3a2f6c1b7e11';
const folder = join(import.meta.dirname, 'fixtures');
const fixture = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');

describe('documented responses', () => {
  test.each([
    ['deposit-accepted', { reference, status: 'ACCEPTED', next_step: 'FINAL_STATUS', failure_code: null }],
    ['deposit-accepted-redirect', { reference, status: 'ACCEPTED', next_step: 'GET_AUTH_URL' }],
    ['deposit-rejected', { reference, status: 'REJECTED', failure_code: 'INVALID_PHONE_NUMBER' }],
    ['deposit-duplicate', { reference, status: 'DUPLICATE_IGNORED', failure_code: null }],
    ['unauthorised', { reference: null, status: null, failure_code: 'AUTHENTICATION_ERROR' }],
    ['unknown-error', { reference, status: null, failure_code: 'UNKNOWN_ERROR' }],
  ])('%s is parsed as the response to a request', (name, expected) => {
    expect(readInitiation(fixture(name), 'collect')).toMatchObject(expected);
  });

  test.each([
    [
      'deposit-completed',
      'collect',
      { status: 'COMPLETED', amount: '1500.00', provider_transaction: '7765421' },
    ],
    ['deposit-failed', 'collect', { status: 'FAILED', failure_code: 'INSUFFICIENT_BALANCE' }],
    [
      'deposit-redirecting',
      'collect',
      { provider: 'WAVE_CIV', authorization_url: 'https://pay.wave.com/c/cos-1' },
    ],
    ['payout-enqueued', 'payout', { status: 'ENQUEUED', provider: 'MOOV_BEN' }],
    ['refund-completed', 'refund', { status: 'COMPLETED', amount: '400.00', direction: 'refund' }],
  ] as const)('%s is parsed as a status', (name, direction, expected) => {
    expect(readStatus(fixture(name), direction, reference)).toMatchObject({
      reference,
      direction,
      ...expected,
    });
  });

  test('not-found is parsed as an unknown reference', () => {
    expect(readStatus(fixture('not-found'), 'collect', reference)).toBe('not_found');
  });

  test('active-conf is parsed into limits, decimals and enabled operations, without operators missing from our catalogue', () => {
    const off = { collect: false, payout: false, refund: false, min_amount: null, max_amount: null };
    expect(readConfiguration(fixture('active-conf'))).toEqual({
      signed_requests_only: true,
      signed_callbacks: false,
      services: [
        {
          operator: 'orange_bf',
          currency: 'XOF',
          ...off,
          collect: true,
          min_amount: 100,
          max_amount: 2_000_000,
          decimals: 0,
          code_first: { dial: '*144*4*6*{amount}#' },
        },
        {
          operator: 'airtel_cd',
          currency: 'CDF',
          collect: true,
          payout: true,
          refund: true,
          min_amount: 100,
          max_amount: 6_250_000.5,
          decimals: 2,
          code_first: null,
        },
        { operator: 'airtel_cd', currency: 'USD', ...off, payout: true, decimals: null, code_first: null },
      ],
    });
  });

  test.each(['availability-map', 'availability-list'])('%s is parsed as availability', (name) => {
    expect(readAvailability(fixture(name))).toEqual([
      { operator: 'moov_bj', direction: 'collect', state: 'up' },
      { operator: 'moov_bj', direction: 'payout', state: 'delayed' },
    ]);
  });

  test('unknown operations and states in availability are ignored', () => {
    const operationTypes = { constructor: 'OPERATIONAL', DEPOSIT: 'constructor', PAYOUT: 'CLOSED' };
    const told = [{ country: 'BEN', providers: [{ provider: 'MOOV_BEN', operationTypes }] }];
    expect(readAvailability(JSON.stringify(told))).toEqual([
      { operator: 'moov_bj', direction: 'payout', state: 'down' },
    ]);
  });

  test('wallet-balances is parsed', () => {
    expect(readBalances(fixture('wallet-balances'))).toEqual([
      { country: 'BEN', provider: '', currency: 'XOF', balance: '120000.00' },
      { country: 'COD', provider: 'AIRTEL_COD', currency: 'USD', balance: '12.5' },
    ]);
  });

  test('fixtures contain no real phone number', () => {
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/"phoneNumber": "(?!22\d0{8}")/);
    }
  });
});

describe('unexpected responses', () => {
  const whole = fixture('deposit-completed');
  const texts: readonly [string, string][] = [
    ['nothing', ''],
    ['HTML', '<html><body><h1>502</h1></body></html>'],
    ['truncated JSON', whole.slice(0, 120)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"FOUND"'],
    ['an empty object', '{}'],
    ['fields of the wrong type', '{"status":1,"data":"x","failureReason":"y"}'],
    ['a large irrelevant object', `{"x":"${'a'.repeat(200_000)}"}`],
  ];
  test.each(texts)('%s is rejected', (_, text) => {
    expect(readInitiation(text, 'collect')).toBeUndefined();
    expect(readStatus(text, 'collect', reference)).toBeUndefined();
    expect(readConfiguration(text)).toBeUndefined();
    expect(readBalances(text)).toBeUndefined();
    expect(readKeys(text).size).toBe(0);
  });

  test.each([
    [
      'for a different reference',
      whole.replace(reference, '8917c345-4791-4285-a416-62f24b6982db'),
      'collect',
    ],
    ['for a payout', whole.replace('depositId', 'payoutId'), 'collect'],
    ['without an id', whole.replace('depositId', 'id'), 'collect'],
    ['without a status', whole.replace(/"status": "COMPLETED",\s*/, ''), 'collect'],
    ['of a refund, requested as its deposit', fixture('refund-completed'), 'collect'],
  ] as const)('a status %s is rejected', (_, text, direction) => {
    expect(readStatus(text, direction, reference)).toBeUndefined();
  });

  test('invalid availability is rejected or ignored', () => {
    expect(['', '{}', 'null', '<html>'].map(readAvailability)).toEqual(Array(4).fill(undefined));
    expect(readAvailability('[{"providers":[{"provider":"MOOV_BEN"}]},null,1]')).toEqual([]);
  });

  test('only strings and numbers are accepted as amounts', () => {
    const amountOf = (amount: unknown) =>
      readTransaction({ depositId: 'a', status: 'COMPLETED', amount })?.amount;
    expect([amountOf('1500.00'), amountOf(1500), amountOf({}), amountOf(true)]).toEqual([
      '1500.00',
      1500,
      null,
      null,
    ]);
  });
});
