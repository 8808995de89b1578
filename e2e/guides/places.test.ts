import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The targets of the documentation's links, and the paths that packages' READMEs name. */
const root = resolve(import.meta.dirname, '../..');
const pages = await Array.fromAsync(
  glob(['*.md', '{docs,packages,examples,simulation}/**/*.md'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }),
);

const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');

/** Those of `paths` at which nothing is. */
async function missing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => !found[index]).map((path) => path.slice(root.length + 1));
}

describe('links', () => {
  test('are found by this test', () => {
    expect(pages.length).toBeGreaterThan(70);
  });

  test.each(pages)('%s links to files that exist', async (page) => {
    const text = (await read(page)).replaceAll(/^```.*?^```/gms, '');
    const targets = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, target = '']) => target);
    expect(await missing(targets.map((target) => resolve(root, dirname(page), target)))).toEqual([]);
  });
});

describe('READMEs of packages', () => {
  const readmes = ['cli', 'core', 'dashboard', 'kernel', 'server', 'simulators'];

  test.each(readmes)('%s: fits on one screen, with paths that exist', async (name) => {
    const folder = `packages/${name}`;
    const text = await read(`${folder}/README.md`);
    expect(text.split('\n').length).toBeLessThanOrEqual(41);
    const paths = [...text.matchAll(/`((?:src|bin|packages|test-support|scripts)\/[\w./-]+)`/g)].map(
      ([, path = '']) => join(root, /^(src|bin)\//.test(path) ? folder : '.', path),
    );
    expect(paths.length).toBeGreaterThan(0);
    expect(await missing(paths)).toEqual([]);
  });
});
