import { readFileSync } from 'node:fs';
import { errorCatalogue } from '@guichet/kernel/errors';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8');

test('docs/reference/errors.md lists exactly the codes of the catalogue, with their status and message', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| (.+) \|$/gm)].map(([, code, status, message]) => [
    code,
    { status: Number(status), message },
  ]);
  expect(Object.fromEntries(listed)).toEqual(errorCatalogue);
});
