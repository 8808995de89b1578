import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/reference/conformance.md', root), 'utf8');
const rows = [...page.matchAll(/^\| (?<rule>.+?) \| `(?<file>[^`]+)` \| (?<name>.+?) \|$/gm)].map(
  ({ groups = {} }) => [groups.rule ?? '', groups.file ?? '', groups.name ?? ''] as const,
);

test('the page names tests for every section of the interface', () => {
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)('%s', (_, file, name) => {
  const url = new URL(file, root);
  expect(existsSync(url), `${file} is not there`).toBe(true);
  const titles = [...readFileSync(url, 'utf8').matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(
    ([, , text]) => text,
  );
  expect(
    titles.filter((title) => title?.includes(name)).length,
    `no test in ${file} is called so`,
  ).toBeGreaterThan(0);
});
