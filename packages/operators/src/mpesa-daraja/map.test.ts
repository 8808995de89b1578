import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, test } from 'vitest';
import type { Direction } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { writePlainText } from '../write-plain-text.ts';
import type { ClientResult } from './client.ts';
import {
  mapPayoutResult,
  mapPayoutStatus,
  mapPushResult,
  mapQuery,
  mapRefusal,
  mapReversalResult,
  readAmount,
  writeAccountReference,
  writeAmount,
  writePhone,
  writeTimestamp,
} from './map.ts';
import type { Result } from './wire.ts';

const shillings = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('KES') });
const reply = (status: number, body: unknown): HttpResult => ({
  kind: 'reply',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const error = (status: number, errorCode: string, errorMessage = ''): HttpResult =>
  reply(status, { requestId: '1', errorCode, errorMessage });
const page = '<html><h1>Sorry</h1></html>';

const prompted = { kind: 'pending', action: { kind: 'prompt' } };
const waiting = { kind: 'pending', action: null };
const unreadable = { kind: 'unknown', cause: 'unreadable' };
const broken = { kind: 'unknown', cause: 'server_error' };
const failed = (reason: string, operator_code: string) => ({ kind: 'failed', reason, operator_code });
const refused = (reason: string, operator_code: string) => ({
  ...failed(reason, operator_code),
  reached_customer: false,
});

describe('a push that ended with', () => {
  test.each<[string, unknown]>([
    ['1', failed('insufficient_funds', '1')],
    ['17', failed('limit_exceeded', '17')],
    ['26', failed('operator_down', '26')],
    ['1001', failed('other', '1001')],
    ['1019', failed('payer_timeout', '1019')],
    ['1025', failed('operator_down', '1025')],
    ['1032', failed('payer_cancelled', '1032')],
    ['1037', failed('payer_timeout', '1037')],
    ['2001', failed('wrong_pin', '2001')],
    ['9999', failed('operator_down', '9999')],
    ['4999', prompted],
    // An unknown code is inconclusive.
    ['7777', prompted],
    ['constructor', prompted],
    ['0', { kind: 'settled', money: shillings(15000n) }],
  ])('%s has the same outcome by inquiry and by callback', (code, outcome) => {
    const query = reply(200, { ResponseCode: '0', ResultCode: code });
    expect(mapQuery(query, shillings(15000n))).toEqual(outcome);
    const result = { code, description: null, checkout_request_id: null, amount: 150, receipt: null };
    expect(mapPushResult(result)).toEqual(outcome);
  });
});

test.each<[string, ClientResult, unknown]>([
  ['being processed', error(500, '500.001.1001', 'The transaction is being processed'), prompted],
  ['a different 500.001.1001', error(500, '500.001.1001', 'Wrong credentials'), broken],
  ['a rate spike', error(500, '500.003.02'), broken],
  ['an expired token', error(404, '404.001.03'), unreadable],
  ['429', reply(429, page), unreadable],
  ['a page', reply(200, page), unreadable],
  ['an error inside 200', error(200, '500.001.1001', 'Wrong credentials'), unreadable],
  ['a request that was not accepted', reply(200, { ResponseCode: '1', ResultCode: '1032' }), unreadable],
  ['no token', { kind: 'no_token', result: reply(400, '') }, unreadable],
  ['a timeout', { kind: 'lost', cause: 'timeout' }, { kind: 'unknown', cause: 'timeout' }],
  [
    'a refused connection',
    { kind: 'not_sent', cause: 'ECONNREFUSED' },
    { kind: 'unknown', cause: 'unreachable' },
  ],
])('the response to an inquiry is mapped to its outcome: %s', (_, result, outcome) => {
  expect(mapQuery(result, shillings(15000n))).toEqual(outcome);
});

const lock = 'Unable to lock subscriber, a transaction is already in process for the current subscriber';
test.each<[said: string, result: ClientResult, outcome: unknown, direction?: Direction]>([
  ['a wrong field', error(400, '400.002.02', 'Bad Request - Invalid Amount'), refused('other', '400.002.02')],
  ['a token that is refused again', error(404, '404.001.03'), refused('operator_down', '404.001.03')],
  ['a different token code', error(401, '401.003.01'), refused('operator_down', '401.003.01')],
  ['no such resource', error(404, '404.001.01'), refused('operator_down', '404.001.01')],
  ['a wrong method', error(405, '405.001'), refused('operator_down', '405.001')],
  [
    'wrong credentials',
    error(500, '500.001.1001', 'Wrong credentials'),
    refused('operator_down', '500.001.1001'),
  ],
  [
    'no merchant',
    error(500, '500.001.1001', 'Merchant does not exist'),
    refused('operator_down', '500.001.1001'),
  ],
  // It is not certain that the customer was not asked: a prompt is open.
  ['an open prompt', error(500, '500.001.1001', lock), failed('other', '500.001.1001')],
  ['an unknown catch-all', error(500, '500.001.1001', 'Oops'), broken],
  ['a rate spike', error(500, '500.003.02', 'Spike'), refused('operator_down', '500.003.02')],
  ['a quota', error(500, '500.003.03', 'Quota'), refused('operator_down', '500.003.03')],
  ['403 without envelope', reply(403, page), refused('operator_down', '403')],
  ['429 without envelope', reply(429, page), refused('operator_down', '429')],
  ['404 of a proxy', reply(404, page), unreadable],
  ['503', reply(503, page), broken],
  ['a page', reply(200, page), unreadable],
  ['an error inside 200', error(200, '400.002.02'), unreadable],
  ['a different response code', reply(200, { ResponseCode: '1' }), unreadable],
  [
    'no token, refused',
    { kind: 'no_token', result: error(400, '400.008.02') },
    refused('operator_down', '400.008.02'),
  ],
  ['no token, empty', { kind: 'no_token', result: reply(400, '') }, refused('operator_down', 'token_400')],
  [
    'no token, unreachable',
    { kind: 'no_token', result: { kind: 'lost', cause: 'timeout' } },
    refused('operator_down', 'no_token'),
  ],
  ['a lost response', { kind: 'lost', cause: 'unreachable' }, { kind: 'unknown', cause: 'unreachable' }],
  ['an unknown host', { kind: 'not_sent', cause: 'ENOTFOUND' }, refused('operator_down', 'not_sent')],
  [
    'an id that was used before',
    error(400, '400.002.02', 'Duplicate OriginatorConversationID'),
    waiting,
    'payout',
  ],
])(
  'the response to a request for money is mapped to its outcome: %s',
  (_, result, outcome, direction = 'collect') => {
    expect(mapRefusal(result, direction)).toEqual(outcome);
  },
);

const resultOf = (code: string, parameters: Readonly<Record<string, unknown>> = {}): Result => ({
  code,
  description: null,
  conversation_id: null,
  originator_conversation_id: null,
  transaction_id: null,
  parameters: new Map(Object.entries(parameters)),
});

test.each<[string, unknown]>([
  ['0', { kind: 'settled', money: shillings(50000n) }],
  ['1', failed('insufficient_funds', '1')],
  ['2001', failed('operator_down', '2001')],
  ['2040', failed('not_registered', '2040')],
  ['SFC_IC0003', failed('not_registered', 'SFC_IC0003')],
  ['26', waiting],
  ['R000001', waiting],
  ['constructor', waiting],
])('a payout that ended with %s is mapped to its outcome', (code, outcome) => {
  expect(mapPayoutResult(resultOf(code, { TransactionAmount: 500 }))).toEqual(outcome);
});

test.each<[string, unknown]>([
  ['0', { kind: 'settled', money: shillings(40000n) }],
  ['2001', failed('operator_down', '2001')],
  ['1', failed('insufficient_funds', '1')],
  ['R000001', waiting],
  ['constructor', waiting],
])('a reversal that ended with %s is mapped to its outcome', (code, outcome) => {
  expect(mapReversalResult(resultOf(code, { Amount: '400.00' }))).toEqual(outcome);
});

test.each<[string, Result, unknown]>([
  [
    'completed',
    resultOf('0', { TransactionStatus: 'Completed', Amount: 500 }),
    { kind: 'settled', money: shillings(50000n) },
  ],
  ['completed, no amount', resultOf('0', { TransactionStatus: 'Completed' }), unreadable],
  // A successful inquiry reports nothing about the money.
  ['returned without a status', resultOf('0', { Amount: 500 }), waiting],
  ['undocumented', resultOf('0', { TransactionStatus: 'Failed', Amount: 500 }), waiting],
  // The inquiry failed. `pending` would mean that Daraja has the transaction.
  ['not returned', resultOf('2032', { TransactionStatus: 'Completed', Amount: 500 }), unreadable],
])('a status that is %s is mapped to its outcome', (_, result, outcome) => {
  expect(mapPayoutStatus(result)).toEqual(outcome);
});

test('successes without a readable amount are unknown', () => {
  for (const amount of [undefined, null, '', 'KES 5', 1.005, Number.NaN, {}]) {
    expect(mapPayoutResult(resultOf('0', { TransactionAmount: amount }))).toEqual(unreadable);
  }
});

test('amounts, numbers and texts are written as M-PESA requires, or refused', () => {
  expect(writeAmount(shillings(15000n))).toBe(150);
  expect(writeAmount(shillings(15050n))).toBeUndefined();
  expect(writeAmount({ amount_minor: 150n, currency: asCurrency('XOF') })).toBeUndefined();
  expect(readAmount('150.5')).toEqual(shillings(15050n));
  expect(['+254712000001', '+254110000001'].map(writePhone)).toEqual(['254712000001', '254110000001']);
  expect(['+255712000001', '+254202000001', '+25471200000'].map(writePhone)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(writeAccountReference('6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01')).toBe('6A0F6F0E0B0E');
  expect(writePlainText("Café d'été n° 12345", 13)).toBe('Cafe d ete n');
  expect(writePlainText('', 13)).toBe('Payment');
});

test('timestamps are in Nairobi time, including across midnight and New Year', () => {
  expect(writeTimestamp(new Date('2026-01-02T10:00:00.999Z'))).toBe('20260102130000');
  expect(writeTimestamp(new Date('2025-12-31T21:00:00Z'))).toBe('20260101000000');
});
