import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, test } from 'vitest';
import { moneyOf, outcomeOf, wholeAmountOf, wirePhoneOf } from './map.ts';
import type { Kind, WireRecord } from './wire.ts';

const XOF = asCurrency('XOF');
const reading = { currency: XOF, expired_is_final: false };
const money = { amount_minor: 1500n, currency: XOF };
const record: WireRecord = {
  id: '101',
  status: 'pending',
  reference: null,
  amount: 1500,
  amount_transferred: null,
  currency: null,
  error_code: null,
};
const prompt = { kind: 'pending', action: { kind: 'prompt' } };
const quiet = { kind: 'pending', action: null };
const unreadable = { kind: 'unknown', cause: 'unreadable' };
const failed = (reason: string, operator_code: string) => ({ kind: 'failed', reason, operator_code });

const cases: readonly [Kind, Partial<WireRecord>, unknown][] = [
  // This status includes a transaction that was never started.
  ['transaction', { status: 'pending' }, { ...prompt, is_old: true }],
  // Celtiis: the customer refused, and FedaPay leaves it open.
  ['transaction', { status: 'pending', error_code: 'API_ERROR' }, { ...prompt, is_old: true }],
  ['transaction', { status: 'approved' }, { kind: 'settled', money }],
  ['transaction', { status: 'transferred' }, { kind: 'settled', money }],
  ['transaction', { status: 'refunded' }, { kind: 'reversed', operator_code: 'refunded', money: null }],
  ['transaction', { status: 'approved_partially_refunded' }, { kind: 'settled', money }],
  ['transaction', { status: 'transferred_partially_refunded' }, { kind: 'settled', money }],
  ['transaction', { status: 'declined' }, failed('payer_cancelled', 'declined')],
  ['transaction', { status: 'canceled' }, failed('other', 'canceled')],
  [
    'transaction',
    { status: 'canceled', error_code: 'INSUFFICIENT_FUND_ERROR' },
    failed('insufficient_funds', 'INSUFFICIENT_FUND_ERROR'),
  ],
  ['transaction', { status: 'canceled', error_code: 'FROM_THE_FUTURE' }, failed('other', 'FROM_THE_FUTURE')],
  ['transaction', { status: 'canceled', error_code: 'constructor' }, failed('other', 'constructor')],
  ['transaction', { status: 'constructor' }, unreadable],
  // A refused one may expire later, which does not mean that it is in progress again.
  ['transaction', { status: 'expired' }, { ...prompt, is_old: true }],
  ['transaction', { status: 'from the future' }, unreadable],
  ['transaction', { status: 'sent' }, unreadable],
  ['transaction', { status: 'approved', amount: null }, unreadable],
  ['transaction', { status: 'approved', amount: 15.5 }, unreadable],
  ['transaction', { status: 'approved', currency: 'francs' }, unreadable],
  // The amount transferred to the merchant, after fees, is not what was paid.
  ['transaction', { status: 'approved', amount_transferred: 1473 }, { kind: 'settled', money }],
  ['payout', { status: 'pending' }, { ...quiet, is_old: true }],
  ['payout', { status: 'started' }, quiet],
  ['payout', { status: 'processing' }, quiet],
  ['payout', { status: 'sent' }, { kind: 'settled', money }],
  [
    'payout',
    { status: 'sent', amount_transferred: 1350 },
    { kind: 'settled', money: { amount_minor: 1350n, currency: XOF } },
  ],
  ['payout', { status: 'failed' }, failed('other', 'failed')],
  ['payout', { status: 'failed', error_code: 'API_ERROR' }, failed('other', 'API_ERROR')],
  ['payout', { status: 'approved' }, unreadable],
];

describe('the meaning of a status', () => {
  test.each(cases)('is the expected outcome for a %s: %o', (kind, given, expected) => {
    expect(outcomeOf(kind, { ...record, ...given }, reading)).toEqual(expected);
  });

  test('is a failure for an expired transaction if expiry is final', () => {
    const outcome = outcomeOf(
      'transaction',
      { ...record, status: 'expired' },
      { ...reading, expired_is_final: true },
    );
    expect(outcome).toEqual(failed('payer_timeout', 'expired'));
  });
});

test.each([
  [1500, 1500n],
  ['1500', 1500n],
  ['1500.00', 1500n],
  ['1500.5', undefined],
  ['1,500', undefined],
  ['', undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [null, undefined],
])('the amount %o is read exactly or refused', (amount, expected) => {
  expect(moneyOf(amount, XOF)?.amount_minor).toBe(expected);
});

test('only whole amounts can be requested', () => {
  const cedis = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('GHS') });
  expect([1500n, 0n].map((amount_minor) => wholeAmountOf({ amount_minor, currency: XOF }))).toEqual([
    1500,
    null,
  ]);
  expect([1500n, 1550n].map((amount) => wholeAmountOf(cedis(amount)))).toEqual([15, null]);
});

test.each([
  ['+22896123456', 'national', { number: '96123456', country: 'tg' }],
  ['+22896123456', 'international', { number: '+22896123456', country: 'tg' }],
  ['+2290197000001', 'national', { number: '0197000001', country: 'bj' }],
  ['+888', 'national', undefined],
] as const)('the number %s is formatted in %s form', (e164, format, expected) => {
  expect(wirePhoneOf(e164, format)).toEqual(expected);
});
