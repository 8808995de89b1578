import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asCurrency } from '@guichet/kernel/currencies';
import { makeSecret } from '@guichet/kernel/secret';
import { describe, expect, test } from 'vitest';
import { readCallback, verifyCallback } from './callback.ts';

const body = readFileSync(new URL('./fixtures/event-approved.json', import.meta.url), 'utf8');
const now = new Date('2026-03-01T10:00:00Z');
const time = Math.floor(now.getTime() / 1000);
const signed = (at: number | string, text = body, key = 'wh_1'): string =>
  createHmac('sha256', key).update(`${at}.${text}`).digest('hex');
const options = { secret: makeSecret('wh_1'), tolerance_s: 300, now };
const verify = (header: string | undefined, text = body): boolean =>
  verifyCallback(
    { headers: header === undefined ? {} : { 'x-fedapay-signature': header }, body: text },
    options,
  );

describe('a signature', () => {
  // Computed with openssl.
  test('of a known text is accepted', () => {
    const headers = {
      'x-fedapay-signature':
        't=1772359200,s=a92c0bef939299f51404f6f685745cfb35766e3bae36cacb001eaf2f14cbfb34',
    };
    expect(verifyCallback({ headers, body: '{"id":1}' }, options)).toBe(true);
  });

  test.each([
    ['the only one', `t=${time},s=${signed(time)}`, true],
    ['one of several', `t=${time},s=${signed(time, body, 'wh_old')},s=${signed(time)}`, true],
    ['with spaces', `t=${time}, s=${signed(time)}`, true],
    ['at the edge', `t=${time - 300},s=${signed(time - 300)}`, true],
    ['replayed later', `t=${time - 301},s=${signed(time - 301)}`, false],
    ['from the future', `t=${time + 301},s=${signed(time + 301)}`, false],
    ['with a different time', `t=${time - 1},s=${signed(time)}`, false],
    ['with a different key', `t=${time},s=${signed(time, body, 'wh_2')}`, false],
    ['of a different body', `t=${time},s=${signed(time, '{}')}`, false],
    ['without a time', `s=${signed(time)}`, false],
    ['with an invalid time', `t=now,s=${signed('now')}`, false],
    ['without a signature', `t=${time}`, false],
    ['truncated', `t=${time},s=${signed(time).slice(0, 40)}`, false],
    ['not hexadecimal', `t=${time},s=${'z'.repeat(64)}`, false],
    ['empty', '', false],
    ['absent', undefined, false],
  ])('is verified correctly: %s', (_, header, expected) => {
    expect(verify(header)).toBe(expected);
  });

  test('covers every byte of the body', () => {
    expect(verify(`t=${time},s=${signed(time)}`, `${body} `)).toBe(false);
  });
});

const reading = { currency: asCurrency('XOF'), expired_is_final: false };
const read = (text: string) => readCallback({ headers: {}, body: text }, reading);

describe('the content of a webhook', () => {
  test('is the outcome of a transaction', () => {
    expect(read(body)).toMatchObject([
      {
        reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01',
        provider_reference: '101',
        is_outgoing: false,
        outcome: { kind: 'settled', money: { amount_minor: 1500n, currency: 'XOF' } },
      },
    ]);
  });

  // The event's name has no effect: the transaction's status counts.
  test.each([
    ['in progress', body.replace('"status": "approved"', '"status":"pending"')],
    ['unknown', body.replace('"status": "approved"', '"status":"blessed"')],
    ['deleted', body.replace('transaction.approved', 'transaction.deleted')],
    ['of a customer', body.replace('transaction.approved', 'customer.created')],
    ['without an amount', body.replace('"amount": 1500', '"amount":null')],
    ['truncated', body.slice(0, -20)],
    ['empty', ''],
  ])('reports no outcome if the transaction or event is %s', (_, text) => {
    expect(text).not.toBe(body);
    expect(read(text)).toEqual([]);
  });

  test('is the outcome of a payout that was sent', () => {
    const text = body
      .replace('transaction.approved', 'payout.sent')
      .replace('"status": "approved"', '"status":"sent"');
    expect(read(text)).toMatchObject([{ is_outgoing: true, outcome: { kind: 'settled' } }]);
  });
});
