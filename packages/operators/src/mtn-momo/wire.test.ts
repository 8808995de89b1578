import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keepText, readBalance, readErrorCode, readToken, readTransaction } from './wire.ts';

const folder = new URL('fixtures/', import.meta.url);
const fixtures = Object.fromEntries(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.stringify((JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { body: unknown }).body),
  ]),
);
const fixture = (name: string): string => fixtures[name] ?? '';

const order = {
  amount: '1500',
  currency: 'XOF',
  external_id: '0f3b6b1e4d0f4a539d3b0d3a6c1f2e10',
  financial_transaction_id: null,
  reason: null,
};

describe('a transaction', () => {
  it.each([
    ['requesttopay-successful', { ...order, status: 'SUCCESSFUL', financial_transaction_id: '1843920112' }],
    ['requesttopay-pending', { ...order, status: 'PENDING' }],
    ['requesttopay-created', { ...order, status: 'CREATED' }],
    ['requesttopay-failed-reason-text', { ...order, status: 'FAILED', reason: 'PAYER_NOT_FOUND' }],
    ['requesttopay-failed-reason-object', { ...order, status: 'FAILED', reason: 'PAYER_NOT_FOUND' }],
    ['transfer-failed', { ...order, status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' }],
    ['refund-successful', { ...order, status: 'SUCCESSFUL', financial_transaction_id: '1843920113' }],
  ])('is parsed: %s', (name, expected) => {
    expect(readTransaction(fixture(name))).toEqual(expected);
  });

  it.each([
    [
      'an amount that is a number',
      '{"status":"SUCCESSFUL","amount":1500.5,"currency":"XOF"}',
      { amount: '1500.5' },
    ],
    ['an amount that is an object', '{"status":"SUCCESSFUL","amount":{"value":1}}', { amount: null }],
    [
      'an id that is a number',
      '{"status":"SUCCESSFUL","financialTransactionId":1843920112}',
      { financial_transaction_id: '1843920112' },
    ],
    ['a reason that is a list', '{"status":"FAILED","reason":["A","B"]}', { reason: null }],
    ['a reason without a code', '{"status":"FAILED","reason":{"message":"no"}}', { reason: null }],
    [
      'characters that the database cannot store',
      '{"status":"FAILED","reason":"A\\u0000B\\ud800"}',
      { reason: 'AB\ufffd' },
    ],
    [
      'a reason that is too long',
      `{"status":"FAILED","reason":"${'x'.repeat(1_000)}"}`,
      { reason: 'x'.repeat(200) },
    ],
  ])('with %s is parsed', (_, text, expected) => {
    expect(readTransaction(text)).toMatchObject(expected);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html><body>200 OK</body></html>'],
    ['a truncated response', fixture('requesttopay-successful').slice(0, -12)],
    ['a list', '[{"status":"SUCCESSFUL"}]'],
    ['null', 'null'],
    ['an error with 200', fixture('internal-error')],
    ['a status that is a list', '{"status":["SUCCESSFUL"]}'],
    ['an empty status', '{"status":""}'],
  ])('is not parsed from %s', (_, text) => {
    expect(readTransaction(text)).toBeUndefined();
  });
});

it.each([
  ['not-found', 'RESOURCE_NOT_FOUND'],
  ['already-exists', 'RESOURCE_ALREADY_EXIST'],
  ['subscription-key-refused', 'ACCESS_DENIED_DUE_TO_INVALID_SUBSCRIPTION_KEY'],
  ['address-refused', 'FORBIDDEN_IP'],
  ['callback-host-refused', 'INVALID_CALLBACK_URL_HOST'],
  ['target-environment-refused', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  ['currency-refused', 'INVALID_CURRENCY'],
  ['internal-error', 'INTERNAL_PROCESSING_ERROR'],
  ['unavailable', 'SERVICE_UNAVAILABLE'],
  ['balance', null],
])('the code of %s is read', (name, code) => {
  expect(readErrorCode(fixture(name))).toBe(code);
});

it('an error of the gateway has none of MTN’s codes', () => {
  expect(readErrorCode('{"statusCode":404,"message":"Resource not found"}')).toBeNull();
  expect(readErrorCode('<html></html>')).toBeNull();
});

it.each([
  [fixture('token'), { token: '[redacted]', lifetime_s: 3600 }],
  ['{"access_token":"t","expires_in":"3600"}', { token: 't', lifetime_s: 3600 }],
  ['{"access_token":"t"}', { token: 't', lifetime_s: 60 }],
  ['{"access_token":"t","expires_in":-1}', { token: 't', lifetime_s: 60 }],
  ['{"access_token":""}', undefined],
  ['<html></html>', undefined],
])('a token is read from %s, if there is one', (text, expected) => {
  expect(readToken(text)).toEqual(expected);
});

it('a balance is read, as text or as a number', () => {
  expect(readBalance(fixture('balance'))).toEqual({ amount: '1000', currency: 'EUR' });
  expect(readBalance('{"availableBalance":10.5,"currency":"EUR"}')).toEqual({
    amount: '10.5',
    currency: 'EUR',
  });
  expect(readBalance('{"availableBalance":"1000"}')).toBeUndefined();
});

it('the stored form of a response is short, without phone numbers, and accepted by the database', () => {
  const kept = keepText(`${fixture('requesttopay-pending')}`, ['+2250500000000']);
  expect(kept).not.toContain('00000000');
  expect(keepText('x'.repeat(100_000))).toHaveLength(4096);
  expect(keepText('<html>\0</html>')).toBe('<html></html>');
  expect(keepText(`${'x'.repeat(4095)}\u{1f600}`).isWellFormed()).toBe(true);
});
