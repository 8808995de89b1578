import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedKey } from './find-repeated-key.ts';

describe('a repeated key in an object', () => {
  it.each([
    ['side by side', '{"a":1,"a":2}', 'a'],
    ['with the same value', '{"a":1,"a":1}', 'a'],
    ['with others between', '{"a":1,"b":{"c":[1,2]},"a":2}', 'a'],
    ['inside', '{"x":{"a":1,"a":2}}', 'a'],
    ['inside of a list', '{"x":[{"a":1},{"b":1,"b":2}]}', 'b'],
    ['after an object that has ended', '{"a":{"b":1},"a":2}', 'a'],
    ['escaped once', '{"a":1,"\\u0061":2}', 'a'],
    ['escaped in two ways', '{"\\/":1,"\\u002F":2}', '/'],
    ['with quotes in it', '{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['with a backslash at its end', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['that is empty', '{"":1,"":2}', ''],
    ['a surrogate pair, escaped', '{"😀":1,"\\ud83d\\ude00":2}', '😀'],
    ['with spaces around', '{ "a" : 1 ,\n\t"a" : 2 }', 'a'],
    ['with a name that objects inherit', '{"toString":1,"toString":2}', 'toString'],
  ])('is found: %s', (_, json, key) => {
    expect(findRepeatedKey(json)).toBe(key);
  });

  it.each([
    ['the same key in two objects', '[{"a":1},{"a":2}]'],
    ['the same key outside and inside', '{"a":{"a":{"a":1}}}'],
    ['a value that equals a key', '{"a":"b","b":"a","c":["a","a","b","b"]}'],
    ['a string that looks like an object', '{"a":"{\\"b\\":1,\\"b\\":2}"}'],
    ['a different letter case', '{"a":1,"A":2}'],
    ['a different Unicode form of a letter', '{"é":1,"e\u0301":2}'],
    ['a key after a list', '{"a":[1,2,{"b":1}],"b":2}'],
    ['no object', '"a"'],
    ['an empty object', '{}'],
  ])('is not found: %s', (_, json) => {
    expect(findRepeatedKey(json)).toBeUndefined();
  });
});

it('no repeated key is found in the output of JSON.stringify, indented or not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(findRepeatedKey(JSON.stringify(value, null, indent))).toBeUndefined();
    }),
  );
});

it('a repeated key is found at any depth', () => {
  const keys = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(keys, fc.jsonValue(), fc.nat(), fc.nat(), (names, value, which, where) => {
      const repeated = names[which % names.length] ?? '';
      const all = names.toSpliced(where % (names.length + 1), 0, repeated);
      const json = `{${all.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
      expect(findRepeatedKey(`[${json}]`)).toBe(repeated);
    }),
  );
});
