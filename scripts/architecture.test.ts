import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wings, wings_folder } from './tidy/wings.ts';

const root = join(import.meta.dirname, '..');
const lines = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n');

/**
 * Reads the rows of the table whose first line begins with `head`: the name in the first cell, and the names in the
 * others.
 */
function rowsUnder(head: string): [name: string, named: readonly string[]][] {
  const start = lines.findIndex((line) => line.startsWith(head));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) => {
    const [name = '', ...named] = [...line.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    return [name, named];
  });
}

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it('architecture.md lists every package', () => {
  const named = rowsUnder('| package |').map(([name]) => name);
  expect(named.toSorted()).toEqual(foldersIn('packages').toSorted());
});

const wing_rows = rowsUnder('| wings of core');

it('architecture.md lists the wings of core in their order', () => {
  expect(wing_rows.map(([name]) => name)).toEqual([...wings]);
});

it.each(wing_rows)('%s: every folder is listed, and every listed name is a folder', (wing, named) => {
  const folders = foldersIn(wings_folder + wing).filter((name) => name !== 'testing');
  const inside = folders.flatMap((name) => foldersIn(join(wings_folder, wing, name)));
  expect(folders.filter((name) => !named.includes(name))).toEqual([]);
  const names = named.filter((name) => /^[a-z-]+$/.test(name));
  expect(names.filter((name) => !folders.includes(name) && !inside.includes(name))).toEqual([]);
});

it('CONTRIBUTING lists every package', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  expect(foldersIn('packages').filter((name) => !page.includes(`| [\`packages/${name}\`]`))).toEqual([]);
});
