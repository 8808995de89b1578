import { expect, test } from 'vitest';
import { searchOf } from './search.ts';

test.each([
  [
    { status: 'failed', cursor: 'c', other: 'x' },
    { status: 'failed', cursor: 'c' },
  ],
  [{ status: 404 }, { status: '404' }],
  [{ status: '' }, {}],
  [{ status: ['a'], text: { a: 1 } }, {}],
  [{ status: null, text: true }, {}],
])('%j', (search, taken) => {
  expect(searchOf(['status', 'text'])(search)).toEqual(taken);
});
