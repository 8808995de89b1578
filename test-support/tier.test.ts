import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { long_files } from './longest-first.ts';
import { isNightly, nightly_files, sampleOf } from './tier.ts';

test.each([...nightly_files, ...long_files])('the listed test file %s exists', async (file) => {
  await access(join(import.meta.dirname, '..', file));
});

test.each([
  [3, [0, 4, 8]],
  [1, [0]],
  [12, Array.from({ length: 12 }, (_, index) => index)],
  [20, Array.from({ length: 12 }, (_, index) => index)],
])('a sample of %i of twelve is evenly spread', (usual, expected) => {
  const all = Array.from({ length: 12 }, (_, index) => index);
  expect(sampleOf(all, usual)).toEqual(isNightly ? all : expected);
});
