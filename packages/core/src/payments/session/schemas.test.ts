import { AppError, type FieldErrors } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import { describe, expect, it } from 'vitest';
import type { Mode } from '../../platform/database/columns.ts';
import { initializeRules } from './initialize.ts';
import { InitializeInput } from './schemas.ts';

const check = makeCheck(InitializeInput);
const right = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/thanks' };

function fieldsOf(body: unknown, mode: Mode = 'test'): FieldErrors | null {
  try {
    check(body, initializeRules(mode));
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_fields') return error.fields;
    throw error;
  }
}

/** Returns the problems of one field, or undefined if there are none. */
const problemOf = (field: string, value: unknown, mode: Mode = 'test'): string[] | undefined =>
  fieldsOf({ ...right, [field]: value }, mode)?.[field];

const not_absolute = 'must be an absolute http or https address';
const spaced = 'must not contain spaces or control characters';
const credentials = 'must not contain a user name or password';

describe('return_url', () => {
  it.each([
    'https://shop.example',
    'https://shop.example/thanks?order=7&from=guichet#top',
    'HTTPS://SHOP.EXAMPLE/',
    'https://shop.example:8443/',
    'https://münchen.example/dank%C3%A9',
    'https://xn--mnchen-3ya.example/',
    'https://[2001:db8::1]/',
    'https://192.0.2.7/',
    `https://shop.example/${'a'.repeat(500 - 'https://shop.example/'.length)}`,
  ])('can be %s in both modes', (url) => {
    expect([problemOf('return_url', url, 'test'), problemOf('return_url', url, 'live')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(['http://shop.example/', 'http://localhost:4000/', 'http://127.0.0.1/', 'HTTP://shop.example'])(
    'can be %s in test mode only',
    (url) => {
      expect(problemOf('return_url', url, 'test')).toBeUndefined();
      expect(problemOf('return_url', url, 'live')).toEqual(['must be an https address in live mode']);
    },
  );

  it.each([
    ['javascript:alert(1)', not_absolute],
    ['JaVaScRiPt:alert(1)', not_absolute],
    ['javascript://shop.example/%0aalert(1)', not_absolute],
    ['data:text/html,<script>alert(1)</script>', not_absolute],
    ['ftp://shop.example/', not_absolute],
    ['file:///etc/passwd', not_absolute],
    ['myshop://thanks', not_absolute],
    ['//shop.example/', not_absolute],
    ['/thanks', not_absolute],
    ['thanks', not_absolute],
    ['', not_absolute],
    ['https:', not_absolute],
    ['https://', not_absolute],
    // Browsers correct these addresses and open them anyway.
    ['https:shop.example', not_absolute],
    ['https:/shop.example', not_absolute],
    ['https:\\\\shop.example', 'must not contain a backslash'],
    ['https://shop example/', spaced],
    [' https://shop.example/', spaced],
    ['https://shop.example/\n', spaced],
    ['java\tscript:alert(1)', spaced],
    ['https://shop.example/\u00a0', spaced],
    ['https://shop.example/\u0085', spaced],
    ['https://shop.example/\u2028', spaced],
    ['https://user:secret@shop.example/', credentials],
    ['https://user@shop.example/', credentials],
    ['https://:secret@shop.example/', credentials],
    ['https://shop.example@evil.example/', credentials],
    ['https://256.256.256.256/', not_absolute],
    ['https://[::1/', not_absolute],
    ['https://shop.example:99999/', not_absolute],
    [`https://shop.example/${'a'.repeat(480)}`, 'must be at most 500 characters'],
    ['https://shop.example/\u0000', 'must not contain a NUL character'],
    ['https://shop.example/\ud83d', 'must be valid Unicode text'],
  ])('cannot be %j', (url, problem) => {
    expect(problemOf('return_url', url)).toEqual([problem]);
    expect(problemOf('cancel_url', url)).toEqual([problem]);
  });
});

describe('amount', () => {
  it.each([
    [1, 'XOF', undefined],
    [10_000_000, 'XOF', undefined],
    [12.5, 'GHS', undefined],
    [1.001, 'TND', undefined],
    [1.0001, 'CLF', undefined],
    [0, 'XOF', 'must be at least 1'],
    [0.99, 'GHS', 'must be at least 1'],
    [-5, 'XOF', 'must be at least 1'],
    [10_000_000.01, 'GHS', 'must be at most 10000000'],
    [1e21, 'XOF', 'must be at most 10000000'],
    [1.5, 'XOF', 'must be a whole number: XOF has no decimals'],
    [12.345, 'GHS', 'must have at most 2 decimals: GHS has no smaller unit'],
    [1.0001, 'TND', 'must have at most 3 decimals: TND has no smaller unit'],
    // The amount of an unknown currency cannot be checked.
    [1.5, 'ABC', undefined],
    ['5000', 'XOF', 'must be a number'],
    [null, 'XOF', 'must be a number'],
    [[5000], 'XOF', 'must be a number'],
    [Number.POSITIVE_INFINITY, 'XOF', 'must be a number'],
  ])('of %j %s is validated', (amount, currency, problem) => {
    expect(fieldsOf({ ...right, amount, currency })?.amount).toEqual(problem && [problem]);
  });
});

describe('the other fields', () => {
  const no_phone = 'must be a valid phone number in international format, for example +2250700000000';
  const no_code = 'must be an ISO 4217 code in capitals, for example XOF';
  it.each([
    ['currency', 'xof', no_code],
    ['currency', 'XXX', no_code],
    ['currency', '', no_code],
    ['customer_phone', '+2250700000000', undefined],
    ['customer_phone', '00 225 07 00 00 00 00', undefined],
    ['customer_phone', '+22997000000', undefined],
    ['customer_phone', '0700000000', no_phone],
    ['customer_phone', '+22507', no_phone],
    ['customer_phone', '', no_phone],
    ['customer_phone', '+2250700000000 or so', no_phone],
    ['customer_email', 'a@b.example', undefined],
    ['customer_email', 'a b@c.example', 'must be an e-mail address'],
    ['customer_email', 'a@b', 'must be an e-mail address'],
    ['customer_email', 'a@b@c.example', 'must be an e-mail address'],
    ['customer_email', `${'a'.repeat(250)}@b.c`, undefined],
    ['customer_email', `${'a'.repeat(251)}@b.c`, 'must be at most 254 characters'],
    ['description', 'x'.repeat(255), undefined],
    ['description', 'x'.repeat(256), 'must be at most 255 characters'],
    ['description', '', undefined],
    ['template', 'cotonou', undefined],
    ['template', 'paris', 'must be one of: default, abidjan, cotonou'],
    ['metadata', { order: 7 }, undefined],
    ['metadata', [], 'must be a JSON object'],
    ['metadata', 'order 7', 'must be a JSON object'],
    ['cancel_url', 'https://shop.example/cart', undefined],
    ['reference', 'A7', 'is not a known field'],
  ])('are validated: %s %j', (field, value, problem) => {
    expect(problemOf(field, value)).toEqual(problem && [problem]);
  });
});

describe('an entirely invalid body', () => {
  it('is rejected with all its problems in one response', () => {
    const fields = fieldsOf({
      amount: 1.5,
      currency: 'XOF',
      return_url: 'javascript:alert(1)',
      cancel_url: 7,
      customer_phone: '+1',
      customer_email: 'nobody',
      description: 'x'.repeat(300),
      metadata: { text: '\u0000' },
      template: 'paris',
      colour: 'red',
      size: 'large',
    });
    expect(fields).toEqual({
      amount: ['must be a whole number: XOF has no decimals'],
      return_url: [not_absolute],
      cancel_url: ['must be a string'],
      customer_phone: [expect.stringContaining('phone number')],
      customer_email: ['must be an e-mail address'],
      description: ['must be at most 255 characters'],
      metadata: ['must not contain a NUL character'],
      template: ['must be one of: default, abidjan, cotonou'],
      colour: ['is not a known field'],
      size: ['is not a known field'],
    });
  });

  it('is rejected with an error for each required field if it is empty', () => {
    const needed = ['is required'];
    expect(fieldsOf({})).toEqual({ amount: needed, currency: needed, return_url: needed });
  });
});
