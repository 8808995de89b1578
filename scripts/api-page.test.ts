import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string =>
  readFileSync(new URL(`../docs/reference/${path}`, import.meta.url), 'utf8');

interface Operation {
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}
/** The server's tests check that this document matches the code. */
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(read('openapi.json'));

test('the overview of the API lists every endpoint, and the scope that its key needs', () => {
  const rows = read('api.md').matchAll(
    /^\| `(?<endpoint>[A-Z]+ \/v1\/\S*)` \| (?:no|`(?<scope>\w+:\w+)`) \|/gm,
  );
  const known = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => [
      `${method.toUpperCase()} /v1${path}`,
      security[0]?.apiKey?.[0],
    ]),
  );
  expect([...rows].map(({ groups }) => [groups?.endpoint, groups?.scope])).toEqual(known);
});
