import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { makeReferenceFiles } from './reference-files.ts';

describe('docs/reference matches the code; after a change run: npm run reference', () => {
  test.each(Object.entries(makeReferenceFiles()))('%s', async (name, text) => {
    expect(await readFile(`docs/reference/${name}`, 'utf8')).toBe(text);
  });
});
