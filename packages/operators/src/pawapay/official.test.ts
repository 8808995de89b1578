import { readdir } from 'node:fs/promises';
import deposits from '@guichet/simulators/contracts/pawapay/deposits.json' with { type: 'json' };
import codes from '@guichet/simulators/contracts/pawapay/failure-codes.json' with { type: 'json' };
import payouts from '@guichet/simulators/contracts/pawapay/payouts.json' with { type: 'json' };
import refunds from '@guichet/simulators/contracts/pawapay/refunds.json' with { type: 'json' };
import toolkit from '@guichet/simulators/contracts/pawapay/toolkit.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import type { Direction } from '../contract.ts';
import { outcomeWithoutAnswer } from '../http/outcome-without.ts';
import { readAvailability } from './configuration.ts';
import { pawapay } from './index.ts';
import { outcomeOf, outcomeOfInitiation, reasons } from './map.ts';
import { readBalances, readInitiation, readStatus } from './wire.ts';

const { reference } = deposits;
const files = { collect: deposits, payout: payouts, refund: refunds } as const;
interface Example {
  readonly direction: Direction;
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
}
const examplesOf = (kind: 'initiations' | 'statuses'): Example[] =>
  (['collect', 'payout', 'refund'] as const).flatMap((direction) =>
    files[direction][kind].map(({ name, status, body }) => ({ direction, name, status, body })),
  );

const refused = (reason: string) => ({ kind: 'failed', reason, reached_customer: false });
const unknown = { kind: 'unknown' };

/** The expected outcome of each official response to a request that moves money. */
const said: Readonly<Record<string, object>> = {
  ACCEPTED: { kind: 'pending' },
  DUPLICATE_IGNORED: { kind: 'pending' },
  PROVIDER_TEMPORARILY_UNAVAILABLE: refused('operator_down'),
  INVALID_PHONE_NUMBER: refused('not_registered'),
  INVALID_CURRENCY: refused('other'),
  INVALID_AMOUNT: refused('other'),
  AMOUNT_OUT_OF_BOUNDS: refused('limit_exceeded'),
  AMOUNT_TOO_LARGE: refused('limit_exceeded'),
  NOT_FOUND: refused('other'),
  INVALID_STATE: refused('other'),
  INVALID_INPUT: refused('other'),
  MISSING_PARAMETER: refused('other'),
  INVALID_PARAMETER: refused('other'),
  UNSUPPORTED_PARAMETER: refused('other'),
  AUTHENTICATION_ERROR: refused('operator_down'),
  AUTHORISATION_ERROR: refused('operator_down'),
  UNKNOWN_ERROR: unknown,
};

test.each(examplesOf('initiations'))(
  'the response $name to $direction maps to the expected outcome',
  ({ direction, name, status, body }) => {
    const text = JSON.stringify(body);
    const read = readInitiation(text, direction);
    const asked = { direction, reference };
    const outcome =
      read && status < 500
        ? outcomeOfInitiation(status, read, asked)
        : outcomeWithoutAnswer({ kind: 'reply', status, headers: {}, text });
    expect(said).toHaveProperty(name);
    expect(outcome).toMatchObject(said[name] ?? {});
  },
);

test.each(examplesOf('statuses').filter(({ status }) => status === 200))(
  'the status $name of a $direction maps to the expected outcome',
  ({ direction, name, body }) => {
    const found = readStatus(JSON.stringify(body), direction, reference);
    const outcome = typeof found === 'object' ? outcomeOf(found) : found;
    const expected: Readonly<Record<string, unknown>> = {
      COMPLETED: { kind: 'settled', money: { amount_minor: 12_300n, currency: 'ZMW' } },
      FAILED: { kind: 'failed', reason: direction === 'collect' ? 'payer_cancelled' : 'not_registered' },
      ACCEPTED: { kind: 'pending' },
      PROCESSING: { kind: 'pending' },
      IN_RECONCILIATION: { kind: 'pending' },
    };
    if (name === 'NOT_FOUND') expect(outcome).toBe('not_found');
    else expect(outcome).toMatchObject(expected[name] ?? { kind: 'no class' });
  },
);

test('a refusal of a different request is inconclusive for ours', () => {
  const body = { depositId: crypto.randomUUID(), status: 'REJECTED' };
  const read = readInitiation(JSON.stringify(body), 'collect');
  const asked = { direction: 'collect', reference } as const;
  expect(read && outcomeOfInitiation(200, read, asked)).toEqual({ kind: 'unknown', cause: 'unreadable' });
});

test('a response without an id counts only if it is a refusal', () => {
  for (const status of ['ACCEPTED', 'DUPLICATE_IGNORED', 'COMPLETED']) {
    const read = readInitiation(JSON.stringify({ depositId: null, status }), 'collect');
    const asked = { direction: 'collect', reference } as const;
    expect(read && outcomeOfInitiation(200, read, asked)).toEqual({ kind: 'unknown', cause: 'unreadable' });
  }
});

describe('official failure codes', () => {
  test.each(codes.codes)('%s maps to a failure reason', (code) => {
    expect(reasons.has(code)).toBe(true);
  });
});

test('an empty float means insufficient funds', () => {
  expect(reasons.get('PAWAPAY_WALLET_OUT_OF_FUNDS')).toBe('insufficient_funds');
});

test('official responses with availability and balances are parsed', () => {
  const bodyOf = (name: string) => JSON.stringify(toolkit.examples.find((one) => one.name === name)?.body);
  expect(readAvailability(bodyOf('Provider Availability'))?.length).toBeGreaterThan(0);
  expect(readBalances(bodyOf('Wallet balances'))?.length).toBeGreaterThan(0);
});

test('official balances are reported, and one that cannot be read does not hide the others', async () => {
  const official = toolkit.examples.find((one) => one.name === 'Wallet balances')?.body as {
    readonly balances: readonly object[];
  };
  const reportOf = (balances: readonly object[]) =>
    pawapay
      .open(
        { api_token: 't' },
        {
          clock: { now: () => new Date('2026-03-01T10:00:00Z') },
          http: async () => ({ kind: 'reply', status: 200, headers: {}, text: JSON.stringify({ balances }) }),
          callback_url: 'https://pay.example.com/callbacks/pawapay/cac_1',
        },
      )
      .balance?.(new AbortController().signal);
  const unreadable = { country: 'XXX', provider: '', currency: 'XXX', balance: '1' };
  const expected = [
    { wallet: 'ZMB', money: { amount_minor: 2_179_803n, currency: 'ZMW' } },
    { wallet: 'UGA', money: { amount_minor: 10_798n, currency: 'UGX' } },
  ];
  expect(await reportOf(official.balances)).toEqual(expected);
  expect(await reportOf([unreadable, ...official.balances])).toEqual(expected);
  await expect(reportOf([unreadable])).rejects.toThrow('can be read');
});

test('every file of official responses is used', async () => {
  const folder = new URL('../../../simulators/contracts/pawapay/', import.meta.url);
  expect((await readdir(folder)).toSorted()).toEqual([
    'deposits.json',
    'failure-codes.json',
    'payouts.json',
    'refunds.json',
    'toolkit.json',
  ]);
});
