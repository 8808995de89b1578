import { readdir } from 'node:fs/promises';
import { asCurrency } from '@guichet/kernel/currencies';
import b2c from '@guichet/simulators/contracts/mpesa-daraja/b2c.json' with { type: 'json' };
import errors from '@guichet/simulators/contracts/mpesa-daraja/errors.json' with { type: 'json' };
import reversal from '@guichet/simulators/contracts/mpesa-daraja/reversal.json' with { type: 'json' };
import stk from '@guichet/simulators/contracts/mpesa-daraja/stk-push.json' with { type: 'json' };
import status from '@guichet/simulators/contracts/mpesa-daraja/transaction-status.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { type Meaning, payoutCodes, pushCodes, reversalCodes } from './codes.ts';
import {
  mapPayoutResult,
  mapPayoutStatus,
  mapPushResult,
  mapQuery,
  mapRefusal,
  mapReversalResult,
  mapReversalStatus,
} from './map.ts';
import { type Result, readResult } from './wire.ts';

const shillings = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('KES') });
const prompted = { kind: 'pending', action: { kind: 'prompt' } };
const waiting = { kind: 'pending', action: null };

const resultOf = (code: string): Result => ({
  code,
  description: null,
  conversation_id: null,
  originator_conversation_id: null,
  transaction_id: null,
  parameters: new Map(),
});
const readExample = (body: unknown): Result => {
  const result = readResult(JSON.stringify(body));
  if (!result) throw new Error('not a result');
  return result;
};
const exampleOf = (file: { readonly examples: readonly { name: string; body: unknown }[] }, name: string) =>
  file.examples.find((one) => one.name === name)?.body;

test('every file of official responses is used', async () => {
  const folder = new URL('../../../simulators/contracts/mpesa-daraja/', import.meta.url);
  expect((await readdir(folder)).toSorted()).toEqual([
    'b2c.json',
    'errors.json',
    'reversal.json',
    'stk-push.json',
    'transaction-status.json',
  ]);
});

const mapPush = (code: string) =>
  mapPushResult({ code, description: null, checkout_request_id: null, amount: 1, receipt: null });

/** One row for each official code: a code that the portal adds fails here until it is classified. */
describe.each<
  [string, readonly { code: string }[], ReadonlyMap<string, Meaning>, (code: string) => unknown, unknown]
>([
  ['a push', stk.result_codes, pushCodes, mapPush, prompted],
  ['a payout', b2c.result_codes, payoutCodes, (code) => mapPayoutResult(resultOf(code)), waiting],
  ['a reversal', reversal.result_codes, reversalCodes, (code) => mapReversalResult(resultOf(code)), waiting],
])('each official code of %s has a meaning', (_, official, codes, map, open) => {
  test.each(official.filter(({ code }) => code !== '0'))('$code', ({ code }) => {
    const meaning = codes.get(code);
    expect(meaning).toBeDefined();
    expect(map(code)).toEqual(
      meaning === 'open' ? open : { kind: 'failed', reason: meaning, operator_code: code },
    );
  });
});

test('a payment that was already reversed leaves the refund pending: if it failed, the money would be refunded again', () => {
  expect(mapReversalResult(resultOf('R000001'))).toEqual(waiting);
});

describe('official examples', () => {
  test('of a paid push are settled', () => {
    const text = JSON.stringify(exampleOf(stk, 'query, paid'));
    const asked = shillings(15_000n);
    expect(mapQuery({ kind: 'reply', status: 200, headers: {}, text }, asked)).toEqual({
      kind: 'settled',
      money: asked,
    });
  });

  test('of payouts are mapped to their outcomes', () => {
    expect(mapPayoutResult(readExample(exampleOf(b2c, 'paid')))).toEqual({
      kind: 'settled',
      money: shillings(1_000n),
    });
    expect(mapPayoutResult(readExample(exampleOf(b2c, 'refused')))).toMatchObject({
      kind: 'failed',
      reason: 'operator_down',
      operator_code: '2001',
    });
  });

  test('of reversals are mapped to their outcomes', () => {
    expect(mapReversalResult(readExample(exampleOf(reversal, 'reversed')))).toEqual({
      kind: 'settled',
      money: shillings(100n),
    });
    expect(mapReversalResult(readExample(exampleOf(reversal, 'no such transaction')))).toMatchObject({
      kind: 'failed',
      reason: 'other',
      operator_code: 'R000002',
    });
  });

  test('with the code 21 are refusals, unless the reversal has a completion time', () => {
    const done = readExample(exampleOf(reversal, 'reversed'));
    expect(mapReversalResult({ ...done, code: '21' }).kind).toBe('settled');
    expect(mapReversalResult(resultOf('21'))).toMatchObject({ kind: 'failed', reason: 'operator_down' });
  });

  test('of the status of a payout are settled', () => {
    const result = readExample(exampleOf(status, 'a payout that was paid'));
    const settled = { kind: 'settled', money: shillings(30_000n) };
    expect([mapPayoutStatus(result), mapReversalStatus(result)]).toEqual([settled, settled]);
  });

  test.each(status.statuses)(
    'with the status $status are mapped to their outcomes',
    ({ status: word, is_final }) => {
      const result = {
        ...resultOf('0'),
        parameters: new Map([
          ['TransactionStatus', word],
          ['Amount', '300'],
        ]),
      };
      const settled = { kind: 'settled', money: shillings(30_000n) };
      const failed = { kind: 'failed', reason: 'other', operator_code: word };
      const expected = word === 'Completed' ? settled : is_final ? failed : waiting;
      expect(mapPayoutStatus(result)).toEqual(expected);
      // A declined reversal may have been made before.
      expect(mapReversalStatus(result)).toEqual(word === 'Completed' ? settled : waiting);
      // The inquiry itself failed: that reports nothing about the money.
      const failed_inquiry = mapPayoutStatus({ ...result, code: '2001' });
      expect(failed_inquiry).toEqual({ kind: 'unknown', cause: 'unreadable' });
    },
  );
});

/** The meaning of each official error of a request for money. */
const classes: Readonly<Record<string, string>> = {
  '400.002.02 Bad Request - Invalid Amount': 'other',
  '400.002.05 Invalid Request Payload': 'operator_down',
  '400.003.01 Invalid Access Token': 'operator_down',
  '400.003.02 Bad Request': 'operator_down',
  '400.008.01 Invalid Authentication passed': 'other',
  '400.008.02 Invalid grant type passed': 'other',
  '401.002.01 Error Occurred - Invalid Access Token': 'operator_down',
  '404.001.01 Resource not found': 'operator_down',
  '404.001.03 Invalid Access Token': 'operator_down',
  '404.001.04 Invalid Authentication Header': 'operator_down',
  '404.003.01 Resource not found': 'operator_down',
  '405.001 Method Not Allowed': 'operator_down',
  '500.001.1001 Merchant does not exist': 'operator_down',
  '500.001.1001 Wrong credentials': 'operator_down',
  '500.001.1001 Unable to lock subscriber, a transaction is already in process for the current subscriber':
    'other, reached',
  '500.001.1001 Internal Server Error': 'unknown',
  '500.002.1001 Duplicate OriginatorConversationID.': 'pending',
  '500.003.02 System is busy. Please try again in few minutes.': 'operator_down',
  '500.003.02 Error Occurred: Spike Arrest Violation': 'operator_down',
  '500.003.03 Error Occurred: Quota Violation': 'operator_down',
  '500.003.1001 Internal Server Error': 'unknown',
};

test.each(errors.errors)(
  'a request for money with the error $code $message has the documented outcome',
  ({ status: http_status, code, message }) => {
    const text = JSON.stringify({ requestId: '1', errorCode: code, errorMessage: message });
    const outcome = mapRefusal({ kind: 'reply', status: http_status, headers: {}, text }, 'payout');
    const said =
      outcome.kind === 'failed'
        ? `${outcome.reason}${outcome.reached_customer === false ? '' : ', reached'}`
        : outcome.kind;
    expect(said).toBe(classes[`${code} ${message}`]);
  },
);
