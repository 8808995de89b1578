import { expect, test } from 'vitest';
import { readIdempotencyKey } from './read-once.ts';

const request = {
  method: 'POST',
  path: '/api/v1/payments',
  body: { amount: 1, metadata: { a: 1, b: [1, 2] } },
};

test.each<[header: string | undefined, key: string | null]>([
  [undefined, null],
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['  abc  ', 'abc'],
  ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ['order 12', 'order 12'],
  ['"a \\"quoted\\" \\\\ part"', 'a "quoted" \\ part'],
  ['a"b', 'a"b'],
  ['x'.repeat(255), 'x'.repeat(255)],
])('the Idempotency-Key header %j is read as the key %j', (header, key) => {
  expect(readIdempotencyKey(header, request)?.key ?? null).toBe(key);
});

test.each<[what: string, header: string | string[]]>([
  ['nothing', ''],
  ['spaces', '   '],
  ['an empty quoted string', '""'],
  ['quoted spaces', '"  "'],
  ['half of a quoted string', '"abc'],
  ['a quote inside a quoted string', '"a"b"'],
  ['too long', 'x'.repeat(256)],
  ['letters beyond ASCII', 'clé'],
  ['a tab', 'a\tb'],
  ['several', ['a', 'b']],
])('an invalid Idempotency-Key is refused: %s', (_, header) => {
  expect(() => readIdempotencyKey(header, request)).toThrow(
    expect.objectContaining({ code: 'invalid_fields', fields: { 'Idempotency-Key': [expect.any(String)] } }),
  );
});

test.each<[what: string, other: Partial<typeof request> | { body: unknown }, same: boolean]>([
  ['nothing changed', {}, true],
  ['fields in another order', { body: { metadata: { b: [1, 2], a: 1 }, amount: 1 } }, true],
  ['a different value', { body: { amount: 2, metadata: { a: 1, b: [1, 2] } } }, false],
  ['an array in another order', { body: { amount: 1, metadata: { a: 1, b: [2, 1] } } }, false],
  ['one field fewer', { body: { amount: 1 } }, false],
  ['a string instead of a number', { body: { amount: '1', metadata: { a: 1, b: [1, 2] } } }, false],
  ['a different path', { path: '/api/v1/checkout/initialize' }, false],
  ['no body', { body: undefined }, false],
])('the hash of a request changes only with its meaning: %s', (_, other, same) => {
  const hashes = [request, { ...request, ...other }].map((one) =>
    readIdempotencyKey('k', one)?.request_hash.toString(),
  );
  expect(hashes[0] === hashes[1]).toBe(same);
});
