import { expect, test } from 'vitest';
import { parseSearch, searchOf, stringifySearch } from './search.ts';

test.each([
  [
    { status: 'failed', cursor: 'c', other: 'x' },
    { status: 'failed', cursor: 'c' },
  ],
  [{ status: '' }, {}],
  [{ status: ['a'], text: { a: 1 } }, {}],
  [{ status: null, text: true }, {}],
])('the parsed search of %j keeps only known, non-empty strings', (search, taken) => {
  expect(searchOf(['status', 'text'])(search)).toEqual(taken);
});

test.each([
  ['?text=true', { text: 'true' }],
  ['?text=12345678901234567890', { text: '12345678901234567890' }],
  ['?text=%2B225+05', { text: '+225 05' }],
  ['?text=%22a%22', { text: '"a"' }],
  ['', {}],
])('%s survives a round trip through the URL', (address, search) => {
  expect(parseSearch(address)).toEqual(search);
  expect(stringifySearch(search)).toBe(address);
});

test('an unset filter is not in the URL', () => {
  expect(stringifySearch({ text: undefined, status: 'failed' })).toBe('?status=failed');
});
