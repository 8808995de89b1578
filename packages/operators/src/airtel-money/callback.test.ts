import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeSecret } from '@guichet/kernel/secret';
import { describe, expect, test } from 'vitest';
import { readCallback, verifyCallback } from './callback.ts';

// The hash in this file was computed with openssl, over the transaction without spaces.
const file = readFileSync(new URL('./fixtures/callback.json', import.meta.url), 'utf8');
const key = makeSecret('key-of-the-portal');
const verify = (body: string, by: typeof key | undefined = key) => verifyCallback({ headers: {}, body }, by);
const compact = JSON.stringify(JSON.parse(file));
const spaced = '{"id": "a" , "status_code": "TS"}';
const hashOf = (text: string) => createHmac('sha256', 'key-of-the-portal').update(text).digest('base64');

describe('the verification of the hash', () => {
  test.each([
    ['of the file as it is, including spaces', file, true],
    ['without spaces', compact, true],
    ['of the transaction as received', `{"transaction":${spaced},"hash":"${hashOf(spaced)}"}`, true],
    ['of a different transaction', compact.replace('MP26EX0001', 'MP26EX0002'), false],
    ['of a different status', compact.replace('"TS"', '"TF"'), false],
    [
      'with a different key',
      compact.replace(/"hash":"[^"]+"/, `"hash":"${Buffer.alloc(32).toString('base64')}"`),
      false,
    ],
    ['truncated', compact.replace(/.{8}"}$/, '"}'), false],
    ['that is not a hash', compact.replace(/"hash":"[^"]+"/, '"hash":"?"'), false],
    ['missing', compact.replace(/,"hash":"[^"]+"/, ''), false],
    ['of no transaction', '{"hash":"x"}', false],
    ['of nothing', '', false],
  ])('gives the expected result: %s', (_, body, expected) => {
    expect(verify(body)).toBe(expected);
  });

  test('is skipped without a key', () => {
    expect(verifyCallback({ headers: {}, body: 'anything' }, undefined)).toBe(true);
  });
});

describe('the content of a callback', () => {
  const read = (body: string) => readCallback({ headers: {}, body });
  const reference = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a01';

  test('is a hint to inquire', () => {
    const [notice, ...more] = read(file);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      ...{ reference, provider_reference: null },
      outcome: { kind: 'pending', action: null },
    });
    expect(JSON.stringify(notice)).not.toContain('700000001');
    expect(read(compact.replace('"TS"', '"TF"'))).toMatchObject([{ reference, outcome: { kind: 'failed' } }]);
  });

  test.each([
    ['an unknown status', compact.replace('"TS"', '"TX"')],
    ['a status that is a property of every object', compact.replace('"TS"', '"constructor"')],
    ['an id that is not ours', compact.replace('6a0f6f0e', 'order-1-')],
    ['a truncated text', compact.slice(0, -20)],
    ['an empty text', ''],
    ['a list', '[]'],
  ])('is ignored in the case of %s', (_, body) => {
    expect(read(body)).toEqual([]);
  });
});
