import { asProblem } from '@guichet/kernel/problem';
import { describe, expect, it } from 'vitest';
import { metadataProblem } from './metadata.ts';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, index]));

/** Builds nested objects of the given depth; a depth of 1 is `{}`. */
function nested(depth: number): Record<string, unknown> {
  return depth <= 1 ? {} : { in: nested(depth - 1) };
}

/** An object whose JSON has exactly this many bytes. */
const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe('metadataProblem', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    [
      'every kind of value',
      { text: 'a', number: 1.5, yes: true, no: null, list: [1, ['b']], object: { c: {} } },
    ],
    ['fifty keys', keys(50)],
    ['more keys in nested objects', { object: keys(200) }],
    ['eight levels', nested(8)],
    ['16 KB', ofBytes(16_384)],
    ['the largest whole number that is exact', { order: Number.MAX_SAFE_INTEGER }],
    ['the smallest exact whole number', { order: Number.MIN_SAFE_INTEGER }],
    ['a fraction', { ratio: 0.1, tiny: 5e-324 }],
    ['emoji, accents and other scripts', { 'clé 🗝': 'été 日本 عربى' }],
    ['keys with a meaning in JavaScript', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
    ['an empty key', { '': '' }],
  ])('accepts %s', (_, metadata) => {
    expect(metadataProblem(metadata)).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['51 keys', keys(51), 'must have at most 50 keys'],
    ['nine levels', nested(9), 'must be nested at most 8 deep'],
    ['nine levels of lists', { list: [[[[[[[[]]]]]]]] }, 'must be nested at most 8 deep'],
    ['one byte more than 16 KB', ofBytes(16_385), 'must be at most 16 KB of JSON'],
    [
      '16 KB of characters of more than one byte',
      { text: 'é'.repeat(9000) },
      'must be at most 16 KB of JSON',
    ],
    ['NUL in a text', { text: 'a\u0000' }, 'must not contain a NUL character'],
    ['NUL in a key', { 'a\u0000': 1 }, 'must not contain a NUL character'],
    ['NUL in a nested value', { list: [{ 'a\u0000': 1 }] }, 'must not contain a NUL character'],
    ['half an emoji', { text: '\ud83d' }, 'must be valid Unicode text'],
    ['half an emoji in a key', { '\ude00': 1 }, 'must be valid Unicode text'],
    [
      'a whole number beyond 2^53, which arrives changed',
      JSON.parse('{"order":9007199254740993}'),
      'must not contain numbers beyond 9007199254740991: send them as text',
    ],
    [
      'a number beyond the largest double',
      JSON.parse('{"order":1e400}'),
      'must not contain numbers beyond 9007199254740991: send them as text',
    ],
    [
      'the same under a key with a meaning in JavaScript',
      JSON.parse('{"__proto__":{"order":1e400}}'),
      'must not contain numbers beyond 9007199254740991: send them as text',
    ],
  ])('rejects %s', (_, metadata, problem) => {
    expect(asProblem(metadataProblem(metadata) ?? '').sentence).toBe(problem);
  });

  it('rejects thousands of levels without recursing into them', () => {
    const deep: unknown = JSON.parse(`${'{"in":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    expect(asProblem(metadataProblem({ deep }) ?? '').sentence).toBe('must be nested at most 8 deep');
  });
});
