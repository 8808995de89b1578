import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as wire from './wire.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8');
const reference = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01';

describe('responses of FedaPay', () => {
  test.each([
    [
      'transaction-created',
      { id: '101', status: 'pending', reference, amount: 1500, currency: null, error_code: null },
    ],
    ['transaction-approved', { id: '101', status: 'approved', reference, amount: 1500, currency: 'XOF' }],
    ['transaction-canceled', { id: '101', status: 'canceled', error_code: 'INSUFFICIENT_FUND_ERROR' }],
  ])('are parsed: %s', (name, expected) => {
    const record = wire.readRecord('transaction', fixture(name));
    expect(record).toMatchObject(expected);
    expect(JSON.stringify(record)).not.toMatch(/22996000001|example\.com/);
  });

  test('are parsed for a payout, created and started', () => {
    const expected = { id: '5', amount: 5000, reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02' };
    expect(wire.readRecord('payout', fixture('payout-created'))).toMatchObject({
      ...expected,
      status: 'pending',
    });
    expect(wire.readStarted(fixture('payouts-started'))).toMatchObject({ ...expected, status: 'started' });
    // The documentation also shows a single payout.
    expect(wire.readStarted('{"id":5,"status":"sent","amount":5000}')).toMatchObject({
      id: '5',
      status: 'sent',
    });
  });

  test('are parsed for a token, an intent, refusals and balances', () => {
    expect(wire.readToken(fixture('token'))).toBe('tok_example');
    expect(wire.isIntent(fixture('push-accepted'))).toBe(true);
    expect(wire.isIntent(fixture('error-validation'))).toBe(false);
    expect([fixture('error-validation'), fixture('error-not-allowed')].map(wire.isRefusal)).toEqual([
      true,
      true,
    ]);
    expect(wire.readBalances(fixture('balances'))).toEqual([
      { mode: 'moov_tg', amount: 250_000 },
      { mode: 'mtn_open', amount: '1200.0' },
    ]);
  });

  test('are parsed for an event', () => {
    expect(wire.readEvent(fixture('event-approved'))).toMatchObject({
      id: '9001',
      name: 'transaction.approved',
      kind: 'transaction',
      record: { id: '101', reference, amount: 1500 },
    });
  });
});

test.each([
  ['nothing', ''],
  ['a page', '<html><body>502</body></html>'],
  ['a truncated response', fixture('transaction-approved').slice(0, 60)],
  ['a list', '[]'],
  ['null', 'null'],
  ['an error in a 200', '{"message":"Erreur"}'],
  ['no status', '{"v1/transaction":{"id":1}}'],
  ['no id', '{"v1/transaction":{"status":"approved"}}'],
  ['an id that is a float', '{"v1/transaction":{"id":1.5,"status":"approved"}}'],
  ['huge', `{"v1/transaction":"${'x'.repeat(200_000)}"}`],
])('%s is not a transaction', (_, text) => {
  expect(wire.readRecord('transaction', text)).toBeUndefined();
  expect(wire.readEvent(text)).toBeUndefined();
  expect(wire.readStarted(text)).toBeUndefined();
  expect(wire.readToken(text)).toBeUndefined();
});

test.each([
  ['flat', '{"id":"101","status":"approved","amount":"1500"}'],
  ['without the version', '{"transaction":{"id":101,"status":"approved","amount":"1500"}}'],
])('a transaction in the form "%s" is read as well', (_, text) => {
  expect(wire.readRecord('transaction', text)).toMatchObject({
    id: '101',
    status: 'approved',
    amount: '1500',
  });
});

test('our reference is read from the second field if only that one repeats it', () => {
  const text = (custom_metadata: unknown) => JSON.stringify({ id: 101, status: 'approved', custom_metadata });
  expect(wire.readRecord('transaction', text({ reference }))?.reference).toBe(reference);
  expect(wire.readRecord('transaction', text('{}'))?.reference).toBeNull();
});
