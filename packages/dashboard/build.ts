import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig } from 'vite';
import { buildPages } from './build-pages.ts';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
/** The inputs of the build in addition to `src` (without its tests). */
const further_sources = [
  'index.html',
  'shell.html',
  'build.ts',
  'build-pages.ts',
  'package.json',
  'tsconfig.json',
];
/** The kernel's modules that the page is built with. */
const kernel_sources = ['currencies', 'money', 'money-text', 'problem', 'typed-amount'];
/** The number of builds that are kept: the previous one still serves pages that were opened with it. */
const builds_kept = 2;
/** Longer than any build takes: if a build older than this is unfinished, its process was killed. */
const broken_off_after_ms = 60 * 60 * 1000;
/** Below this size, a compressed copy saves less than its header costs. */
const compressed_bytes_min = 512;

/**
 * Builds the page unless a build of its current sources exists. Several processes may build at the same time: each
 * uses its own folder, which gets its final name once it is complete.
 *
 * @returns the folder with `index.html`, `pages/` and `assets/`, where larger assets have `.br` and `.gz` copies
 */
export async function buildDashboard(): Promise<string> {
  const target = join(dist, await hashSources());
  if (existsSync(target)) return target;
  const fresh = `${target}-${process.pid}`;
  await mkdir(dist, { recursive: true });
  try {
    await bundle(fresh);
    await compress(join(fresh, 'assets'));
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  await removeOld(target);
  return target;
}

/** Hashes the sources into sixteen hexadecimal digits. */
async function hashSources(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const found = await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true });
  const paths = [
    ...found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    ...further_sources.map((name) => join(folder, name)),
    ...kernel_sources.map((name) => resolve(`@guichet/kernel/${name}`)),
  ].filter((path) => !/\.test\.tsx?$|[\\/]src[\\/]testing[\\/]|\.d\.ts$|openapi\.json$/.test(path));
  const hash = createHash('sha256');
  for (const path of paths.sort()) {
    hash.update(relative(folder, path).replaceAll('\\', '/'));
    hash.update('\0');
    hash.update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundle(out: string): Promise<void> {
  const own_environment = process.env.NODE_ENV;
  // Vite and React follow this variable; the service that starts the build may itself run in development mode.
  process.env.NODE_ENV = 'production';
  try {
    // Loaded only when there is something to build: loading takes longer than the check.
    const [{ build }, { default: react }] = await Promise.all([
      import('vite'),
      import('@vitejs/plugin-react'),
    ]);
    const built = await build({ ...settings, plugins: [react()], build: { ...settings.build, outDir: out } });
    if (!('output' in built)) throw new Error('the bundler made several outputs, or none');
    await buildPages(out, built);
  } finally {
    if (own_environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = own_environment;
  }
}

/**
 * The groups of modules that are always loaded together, one file per group, in the order in which the page
 * requests them. On a slow network, another request costs more than loading a few kilobytes too early.
 */
const file_groups = [
  { name: 'early', test: /dashboard[\\/]src[\\/](\w+[\\/])?(early|not-loaded)\.ts$/, priority: 4 },
  { name: 'index', test: /dashboard[\\/]src[\\/]main\.tsx$|rolldown[\\/]runtime/, priority: 3 },
  { name: 'frame', test: /dashboard[\\/]src[\\/]app[\\/]frame\.tsx$/, priority: 2 },
  { name: 'parts', test: /dashboard[\\/]src[\\/]parts[\\/](?!.*dialog)/, minShareCount: 3, priority: 1 },
];

const settings = {
  root: folder,
  configFile: false,
  base: '/dashboard/',
  logLevel: 'error',
  build: {
    emptyOutDir: false,
    target: 'es2022',
    // All styles are 17 KB: one request for them costs less than one request per page.
    cssCodeSplit: false,
    // Nothing inline: the page's Content-Security-Policy forbids it, and files are cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: file_groups } } },
  },
} satisfies InlineConfig;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    const bytes = await readFile(join(assets, name));
    if (bytes.length < compressed_bytes_min) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(join(assets, `${name}.br`), await toBrotli(bytes, { params }));
    await writeFile(join(assets, `${name}.gz`), await toGzip(bytes, { level: 9 }));
  }
}

async function removeOld(current: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(dist)).map(async (name) => ({
      name,
      path: join(dist, name),
      changed_at_ms: (await stat(join(dist, name))).mtimeMs,
    })),
  );
  const others = found
    .filter(({ name, path }) => /^[0-9a-f]{16}$/.test(name) && path !== current)
    .toSorted((left, right) => right.changed_at_ms - left.changed_at_ms);
  const broken_off = found.filter(
    ({ name, changed_at_ms }) =>
      /^[0-9a-f]{16}-\d+$/.test(name) && changed_at_ms < Date.now() - broken_off_after_ms,
  );
  for (const { path } of [...others.slice(builds_kept - 1), ...broken_off]) {
    await rm(path, { recursive: true, force: true });
  }
}

// The server runs this file and reads the folder from its output.
if (import.meta.main) process.stdout.write(`${await buildDashboard()}\n`);
