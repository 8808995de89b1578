import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readError, readPushResult, readQuery, readResult, readTaken, readToken } from './wire.ts';

const read = (name: string) => readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');

test('a token is read with its lifetime, a text or a number of seconds', async () => {
  expect(readToken(await read('token'))).toEqual({ token: 'example', lifetime_s: 3599 });
  expect(readToken('{"access_token":"a","expires_in":3599}')).toEqual({ token: 'a', lifetime_s: 3599 });
  expect(readToken('{"access_token":"a"}')).toBeUndefined();
  expect(readToken('{"access_token":"a","expires_in":"soon"}')).toBeUndefined();
});

test('an accepted request is read with its id', async () => {
  expect(readTaken(await read('push-taken'))).toMatchObject({
    response_code: '0',
    checkout_request_id: 'ws_CO_02012026130000001',
  });
  expect(readTaken(await read('payout-taken'))).toMatchObject({ conversation_id: 'AG_20260102_0001' });
});

test('inquiries and errors are read', async () => {
  expect(readQuery(await read('query-paid'))).toMatchObject({ code: '0' });
  expect(readQuery(await read('query-cancelled'))).toMatchObject({ code: '1032' });
  expect(readQuery(await read('query-open'))).toBeUndefined();
  expect(readError(await read('query-open'))).toMatchObject({ code: '500.001.1001' });
  expect(readError(await read('error-locked'))?.message).toMatch(/^Unable to lock subscriber/);
  expect(readError(await read('error-field'))?.code).toBe('400.002.02');
});

test('the amount and the receipt of a push are read by name, in any order', async () => {
  const text = await read('callback-paid');
  const paid = {
    code: '0',
    amount: 150,
    receipt: 'TA12EXAMPL',
    checkout_request_id: 'ws_CO_02012026130000001',
  };
  expect(readPushResult(text)).toMatchObject(paid);
  const wire = JSON.parse(text);
  wire.Body.stkCallback.CallbackMetadata.Item.reverse();
  expect(readPushResult(JSON.stringify(wire))).toMatchObject(paid);
  expect(readPushResult(await read('callback-cancelled'))).toMatchObject({ code: '1032', receipt: null });
});

test('results are read with a list of parameters or a single one', async () => {
  expect(readResult(await read('result-payout'))?.parameters.get('TransactionAmount')).toBe(500);
  expect(readResult(await read('result-payout-failed'))).toMatchObject({ code: '1' });
  expect(readResult(await read('result-reversal'))?.parameters.get('Amount')).toBe('400.00');
  expect(readResult(await read('result-status-one'))?.parameters.get('TransactionStatus')).toBe('Completed');
});

const whole = JSON.stringify({ Body: { stkCallback: { ResultCode: 0 } } });
test.each([
  ['nothing', ''],
  ['a page', '<html></html>'],
  ['a truncated text', whole.slice(0, -4)],
  ['null', 'null'],
  ['a list', '[]'],
  ['empty parts', '{"Body":null,"Result":7,"ResponseCode":"","errorCode":{}}'],
  ['no codes', '{"Body":{"stkCallback":{}},"Result":{"ResultCode":null}}'],
  ['endless nesting', '{"a":'.repeat(50_000)],
])('%s is not parsed', (_, text) => {
  for (const reading of [readToken, readTaken, readQuery, readError, readPushResult, readResult]) {
    expect(reading(text)).toBeUndefined();
  }
});
