import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as wire from './wire.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8');
const id = '6a0f6f0e0b0e4b9e8a552f2b8f3b1a01';

test.each([
  ['push-sent', { status: 'SUCCESS', id, success: true, codes: ['DP00800001006', 'ESB000010'] }],
  ['enquiry-success', { status: 'TS', airtel_money_id: 'MP26EX0001', id, success: true }],
  [
    'enquiry-failed',
    { status: 'TF', airtel_money_id: null, success: false, codes: ['DP00800001007', 'ESB000011'] },
  ],
  ['enquiry-not-found', { status: null, id: null, success: false, codes: ['DP00800001025'] }],
  ['duplicate', { codes: ['ESB000041'] }],
  ['refund-done', { status: 'SUCCESS', airtel_money_id: 'CI26EX0002', id: null }],
  ['disbursement-done', { status: 'TS', airtel_money_id: 'DI26EX1' }],
  ['gateway-refusal', { status: null, success: null, codes: ['ROUTER116'] }],
  ['invalid-client', { codes: ['invalid_client'] }],
])('the response %s is parsed', (name, expected) => {
  const answer = wire.readAnswer(fixture(name));
  expect(answer).toMatchObject(expected);
  // Free text contains names and numbers of people.
  expect(JSON.stringify(answer)).not.toMatch(/700000001|Paid/);
});

test.each([
  ['nothing', ''],
  ['a page', '<html><body>502</body></html>'],
  ['a truncated response', fixture('enquiry-success').slice(0, 80)],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"SUCCESS"'],
  ['an object of a different API', '{"ok":true}'],
])('%s is not a response', (_, text) => {
  expect(wire.readAnswer(text)).toBeUndefined();
  expect(wire.readToken(text)).toBeUndefined();
  expect(wire.readKey(text)).toBeUndefined();
  expect(wire.readBalance(text)).toBeUndefined();
  expect(wire.readCallbackBody(text)).toBeUndefined();
});

test('a status that is not text is skipped', () => {
  const text = '{"data":{"transaction":{"id":1,"status":true}},"status":{"success":"true","code":200}}';
  expect(wire.readAnswer(text)).toEqual({
    status: null,
    airtel_money_id: null,
    id: '1',
    success: true,
    codes: [],
  });
});

test.each([
  [fixture('token'), 180],
  ['{"access_token":"a","expires_in":60}', 60],
  ['{"access_token":"a"}', 180],
  ['{"access_token":"a","expires_in":"soon"}', 180],
])('a token is read with its lifetime, 180 seconds by default', (text, lifetime_s) => {
  expect(wire.readToken(text)?.lifetime_s).toBe(lifetime_s);
});

test('a key is read with its expiry, which is null if unreadable', () => {
  expect(wire.readKey(fixture('keys'))?.valid_until).toEqual(new Date('2026-12-31T23:59:59Z'));
  expect(wire.readKey('{"data":{"key":"a","valid_upto":"tomorrow"}}')?.valid_until).toBeNull();
});

test('a balance with commas is read', () => {
  expect(wire.readBalance(fixture('balance'))).toEqual({ balance: '37600.00', currency: 'UGX' });
  expect(wire.readBalance('{"data":{"balance":100.5}}')).toEqual({ balance: '100.5', currency: null });
});

test('a callback is read with every text that its hash may cover', () => {
  const spaced = '{ "hash": "x", "transaction" : {"id": "a", "message": "a \\"}\\" b", "status_code":"TS"} }';
  expect(wire.readCallbackBody(spaced)).toEqual({
    id: 'a',
    status_code: 'TS',
    hash: 'x',
    hashed: [
      '{"id": "a", "message": "a \\"}\\" b", "status_code":"TS"}',
      '{"id":"a","message":"a \\"}\\" b","status_code":"TS"}',
    ],
  });
});
