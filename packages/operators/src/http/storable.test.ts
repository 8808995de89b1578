import { describe, expect, it } from 'vitest';
import { isStorable, storable, storableText } from './storable.ts';

describe('a text', () => {
  it.each([
    ['paid', 'paid'],
    ['', ''],
    ['a\u0000b\u0000', 'ab'],
    ['\ud83d', '\ufffd'],
    ['\ude00\ud83d', '\ufffd\ufffd'],
    ['\u{1f600} caf\u00e9 \\u0000', '\u{1f600} caf\u00e9 \\u0000'],
  ])('%j is stored as %j', (text, kept) => {
    expect(storableText(text)).toBe(kept);
    expect(isStorable(text)).toBe(text === kept);
    expect(isStorable(kept)).toBe(true);
  });
});

describe('a value', () => {
  const at = new Date(0);
  it.each<[unknown, unknown]>([
    [null, null],
    [undefined, undefined],
    [12n, 12n],
    [at, at],
    [
      { 'a\u0000': ['b\u0000', { c: '\ud800' }], amount: 5n },
      { a: ['b', { c: '\ufffd' }], amount: 5n },
    ],
    [JSON.parse('{"__proto__":{"x":"\\u0000"}}'), JSON.parse('{"__proto__":{"x":""}}')],
  ])('%o is stored as %o', (value, kept) => {
    expect(storable(value)).toEqual(kept);
  });

  it('with excessive nesting is truncated', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
    expect(() => JSON.stringify(storable(deep))).not.toThrow();
  });
});
