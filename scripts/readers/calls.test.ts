import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../tidy/read-tree.ts';
import { calls } from './calls.ts';
import { findReaders, keyOf } from './find-readers.ts';

const root = resolve(import.meta.dirname, '../..');

test('the table has a call for each parser that takes more than the text', async () => {
  const readers = findReaders(await readTree(root));
  expect(readers.length).toBeGreaterThan(150);
  const tabled = readers.filter((one) => !one.takes_text_alone).map(keyOf);
  expect(Object.keys(calls).toSorted()).toEqual(tabled.toSorted());
});
