import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDashboard } from './build.ts';

/** The limit for the scripts that load before a page is visible, compressed as they are sent. */
const first_load_bytes_max = 250 * 1024;

const pages = await findPages();

let folder: string;
let names: string[];
beforeAll(async () => {
  folder = await buildDashboard();
  names = await readdir(join(folder, 'assets'));
}, 120_000);

const read = (name: string): Promise<string> => readFile(join(folder, 'assets', name), 'utf8');

/** Collects a script and its static imports; scripts that it loads later are left out. */
async function withImports(name: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(name)) return known;
  known.add(name);
  const text = await read(name);
  for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    if (imported) await withImports(imported, known);
  }
  return known;
}

async function compressedBytes(scripts: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const name of scripts) {
    const sent = names.includes(`${name}.br`) ? `${name}.br` : name;
    bytes += (await readFile(join(folder, 'assets', sent))).length;
  }
  return bytes;
}

async function entry(): Promise<string> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  return /src="\/dashboard\/assets\/(index-[^"]+\.js)"/.exec(html)?.[1] ?? '';
}

describe('the first load', () => {
  test('of the sign-in page is well below the limit', async () => {
    const bytes = await compressedBytes(await withImports(await entry()));
    expect(bytes).toBeGreaterThan(20 * 1024);
    expect(bytes).toBeLessThan(first_load_bytes_max / 1.6);
  });

  test.each(pages)('of %s with its frame is less than 250 KB of script', async (page) => {
    const scripts = await withImports(await entry());
    for (const part of ['frame', page]) {
      const name = names.find((one) => new RegExp(`^${part}-[\\w-]{8}\\.js$`).test(one));
      expect(name, part).toBeDefined();
      await withImports(name ?? '', scripts);
    }
    expect(await compressedBytes(scripts)).toBeLessThan(first_load_bytes_max);
  });

  test('contains no page other than the sign-in page', async () => {
    const scripts = [...(await withImports(await entry()))].join(' ');
    expect(scripts).not.toMatch(/(?<!sign-in)-page-|frame-/);
  });
});

describe('the page of a section', () => {
  test.each(['overview', 'payments', 'settings', 'frame'])('links all files of %s', async (section) => {
    const html = await readFile(join(folder, 'pages', `${section}.html`), 'utf8');
    const named = [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name]) => name);
    const parts = section === 'frame' ? ['frame'] : ['frame', `${section}-(?:page|frame)`];
    for (const part of parts) {
      const script = named.find((name) => new RegExp(`^${part}-[\\w-]{8}\\.js$`).test(name ?? ''));
      expect(script, part).toBeDefined();
      for (const needed of await withImports(script ?? '')) expect(named).toContain(needed);
    }
    expect(new Set(named).size).toBe(named.length);
    expect(names).toEqual(expect.arrayContaining(named));
  });
});

test('an up-to-date build is not built again', async () => {
  const built_at = (await stat(folder)).mtimeMs;
  expect(await buildDashboard()).toBe(folder);
  expect((await stat(folder)).mtimeMs).toBe(built_at);
});

/** Lists the names of the modules that routes load on navigation. */
async function findPages(): Promise<string[]> {
  const features = join(import.meta.dirname, 'src/features');
  const found = await readdir(features, { recursive: true });
  const routes = found.filter((name) => /(^|\/)routes?\.tsx$/.test(name));
  const texts = await Promise.all(routes.map((name) => readFile(join(features, name), 'utf8')));
  return texts
    .flatMap((text) => [...text.matchAll(/import\('\.\/([\w-]+)\.tsx'\)/g)])
    .map(([, name]) => name ?? '');
}
