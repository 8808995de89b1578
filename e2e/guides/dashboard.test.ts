import { readdir, readFile } from 'node:fs/promises';
import { roles } from '@guichet/core/platform';
import { scopes, scopes_of } from '@guichet/core/testing';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const guide = await readFile(new URL('docs/guides/dashboard.md', root), 'utf8');

test('the guide lists the permissions of each role', () => {
  const rows = guide.split('\n').filter((line) => /`\w+:\w+` \|/.test(line));
  const told = rows.flatMap((row) => {
    const [what = '', ...cells] = row.split('|').slice(1, -1);
    const may = roles.filter((_, place) => cells[place]?.trim() === 'yes');
    return [...what.matchAll(/`(\w+:\w+)`/g)].map(([, scope]) => [scope, may]);
  });
  expect(told).toEqual(
    scopes.map((scope) => [scope, roles.filter((role) => scopes_of[role].includes(scope))]),
  );
});

test('the pictures exist, are small, and are all used', async () => {
  const guides = new URL('docs/guides/', root);
  const texts = await Promise.all(
    (await readdir(guides)).map((name) => readFile(new URL(name, guides), 'utf8')),
  );
  const shown = [...texts.join('').matchAll(/\.\.\/pictures\/([\w-]+\.png)/g)].map(([, name]) => name);
  const folder = new URL('docs/pictures/', root);
  const kept = await readdir(folder);
  expect([...new Set(shown)].sort()).toEqual(kept.sort());
  const sizes = await Promise.all(kept.map(async (name) => (await readFile(new URL(name, folder))).length));
  expect(Math.max(...sizes)).toBeLessThan(60_000);
});
