import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleLines, gzipBytes } from './bundle.ts';
import { installPacked, type Project } from './install.ts';

const run = promisify(execFile);
const attw = join(
  dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
  'dist/index.js',
);
const source_folder = resolve(import.meta.dirname, '..');
const modules = ['dist/index.cjs', 'dist/index.d.cts', 'dist/index.d.ts', 'dist/index.js'];
const files = ['LICENSE', 'README.md', ...modules, 'package.json'];

/** Text that occurs only in the code that makes calls. */
const calls_only = 'Idempotency-Key';

let project: Project;
const read = (name: string): Promise<string> => readFile(join(project.installed, name), 'utf8');
const bundle = (lines: string): Promise<string> => bundleLines(project.folder, lines);
const readManifest = async () => JSON.parse(await read('package.json'));

beforeAll(async () => {
  project = await installPacked();
});

afterAll(() => project.remove());

describe('the packed library', () => {
  it('contains these files and no others', async () => {
    const found = await readdir(project.installed, { recursive: true, withFileTypes: true });
    const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    expect(paths.map((path) => relative(project.installed, path)).toSorted()).toEqual(files);
  });

  it('is at most 250 KB unpacked and 60 KB packed', async () => {
    const sizes = await Promise.all(
      files.map(async (name) => (await stat(join(project.installed, name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(250_000);
    expect((await stat(project.tarball)).size).toBeLessThanOrEqual(60_000);
  });

  it('has the name, version and license of its source', async () => {
    const source = JSON.parse(await readFile(join(source_folder, 'package.json'), 'utf8'));
    const { name, version, description, license, keywords } = source;
    expect(await readManifest()).toMatchObject({ name, version, description, license, keywords });
    expect(await read('LICENSE')).toBe(await readFile(join(source_folder, '../../LICENSE'), 'utf8'));
  });

  it('has no dependencies and no install scripts', async () => {
    const manifest = await readManifest();
    const others = Object.keys(manifest).filter((key) => /dependencies|bin|private/i.test(key));
    expect(others).toEqual([]);
    expect(Object.keys(manifest.scripts)).toEqual(['build', 'prepack']);
    expect(manifest).toMatchObject({ sideEffects: false, engines: { node: '>=18' } });
    for (const name of ['dist/index.js', 'dist/index.cjs']) {
      expect(await read(name), name).not.toMatch(/\brequire\(|\bfrom\s+["']|^import\b/m);
    }
  });

  it('exports files that exist, types first', async () => {
    const { main, module, types, exports } = await readManifest();
    expect([main, module, types]).toEqual(['./dist/index.cjs', './dist/index.js', './dist/index.d.ts']);
    for (const [condition, types_file] of [
      ['import', './dist/index.d.ts'],
      ['require', './dist/index.d.cts'],
    ] as const) {
      expect(Object.keys(exports['.'][condition])).toEqual(['types', 'default']);
      expect(exports['.'][condition].types).toBe(types_file);
    }
  });

  it('contains no paths of the build machine or the repository', async () => {
    for (const name of files) {
      const text = await read(name);
      expect(text, name).not.toContain(source_folder);
      if (name !== 'LICENSE')
        expect(text, name).not.toMatch(/\]\(\.\.?\/|vitest|test-support|sourceMappingURL/);
    }
  });

  it('declares the same values in its types as its modules export', async () => {
    const for_import = Object.keys(await import(join(project.installed, 'dist/index.js'))).toSorted();
    const for_require = Object.keys(createRequire(project.folder)(project.installed)).toSorted();
    expect(for_require).toEqual(for_import);
    for (const name of ['dist/index.d.ts', 'dist/index.d.cts']) {
      const [, list = ''] = /^export \{ (.*) \};$/m.exec(await read(name)) ?? [];
      expect(list.split(', ').toSorted(), name).toEqual(for_import);
    }
  });

  it('keeps doc comments in the types', async () => {
    expect(await read('dist/index.d.ts')).toContain('@throws');
  });

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: project.installed, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it('passes attw under every module resolution', async () => {
    const { stdout } = await run(process.execPath, [attw, project.tarball, '--format', 'json']);
    const { analysis, problems } = JSON.parse(stdout);
    expect(problems ?? {}).toEqual({});
    expect(Object.keys(analysis.entrypoints['.'].resolutions).toSorted()).toEqual([
      'bundler',
      'node10',
      'node16-cjs',
      'node16-esm',
    ]);
  });
});

describe('the size that the library adds to a bundle', () => {
  it('is at most 8 KB (8,192 bytes) after gzip for the whole library', async () => {
    const code = await bundle(`export * from '@guichet/client'`);
    expect(code).toContain(calls_only);
    expect(gzipBytes(code)).toBeLessThanOrEqual(8_192);
  });

  it('is at most 1.5 KB (1,536 bytes) after gzip for the webhook verifier alone', async () => {
    const code = await bundle(`export { verifyWebhook } from '@guichet/client'`);
    expect(code).toContain('HMAC');
    expect(gzipBytes(code)).toBeLessThanOrEqual(1_536);
  });

  it('is at most 1.5 KB after gzip for the signer alone', async () => {
    expect(gzipBytes(await bundle(`export { signWebhook } from '@guichet/client'`))).toBeLessThanOrEqual(
      1_536,
    );
  });

  it('excludes the code for API calls when only signatures or errors are used', async () => {
    for (const name of ['verifyWebhook', 'signWebhook', 'ApiError', 'SignatureError']) {
      expect(await bundle(`export { ${name} } from '@guichet/client'`), name).not.toContain(calls_only);
    }
  });

  it('is zero when the import is unused', async () => {
    expect(await bundle(`import { Guichet } from '@guichet/client'`)).toBe('');
  });
});
