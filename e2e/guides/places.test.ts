import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Checks the targets of the documentation's links, and the paths in packages' READMEs. */
const root = resolve(import.meta.dirname, '../..');
const pages = await Array.fromAsync(
  glob(['*.md', '{docs,packages,examples,simulation}/**/*.md'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }),
);

const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');
/** Reads a page without its code blocks. */
const readProse = async (page: string): Promise<string> =>
  (await read(page)).replaceAll(/^```.*?^```/gms, '');

/** Returns the anchors that GitHub generates for a page's headings. */
async function anchorsOf(page: string): Promise<readonly string[]> {
  const headings = (await readProse(page)).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the paths that do not exist. */
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

  test.each(pages)('%s contains only links to files that exist', async (page) => {
    const links = (await readProse(page)).matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g);
    const targets = [...links].map(([, target = '']) => target);
    expect(await missing(targets.map((target) => resolve(root, dirname(page), target)))).toEqual([]);
  });

  test.each(pages)('%s contains only links to headings that exist', async (page) => {
    const links = (await readProse(page)).matchAll(/\]\((?!\w+:)([^)\s#]*)#([^)\s]+)\)/g);
    const lost: string[] = [];
    for (const [, path = '', anchor = ''] of links) {
      const target = path === '' ? page : join(dirname(page), path);
      if (!(await anchorsOf(target)).includes(anchor)) lost.push(`${target}#${anchor}`);
    }
    expect(lost).toEqual([]);
  });
});

describe('the README of package', () => {
  const readmes = ['cli', 'core', 'dashboard', 'kernel', 'server', 'simulators'];

  test.each(readmes)('%s fits on one screen and contains only paths that exist', async (name) => {
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
