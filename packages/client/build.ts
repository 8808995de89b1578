import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build as bundle } from 'esbuild';
import { makeDeclarations } from './packaging/make-declarations.ts';

const entry = join(import.meta.dirname, 'src/index.ts');
const folder = join(import.meta.dirname, 'dist');

/** File with the hash of the sources that `dist` was built from. */
const mark = join(folder, '.built-of');

/**
 * Rebuilds `dist`: one module for `import`, one for `require`, and the types of each. It runs when the repository
 * is installed, packed or published. A build of the same sources is kept, so that several processes can pack
 * concurrently.
 */
export async function buildClient(): Promise<void> {
  const sources = await hashSources();
  if ((await builtOf()) === sources) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const types = makeDeclarations(entry);
  await Promise.all([
    bundleTo(join(folder, 'index.js'), { format: 'esm', platform: 'neutral' }),
    // For the platform `node`, the bundler adds a line with which `import` finds the names in a CommonJS module.
    bundleTo(join(folder, 'index.cjs'), { format: 'cjs', platform: 'node' }),
    writeFile(join(folder, 'index.d.ts'), types),
    writeFile(join(folder, 'index.d.cts'), types),
  ]);
  await writeFile(mark, sources);
}

/** Hashes everything that the build depends on. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const found = await Array.fromAsync(glob('{build,src/**/*,packaging/*}.ts', { cwd: import.meta.dirname }));
  for (const path of found.toSorted()) {
    hash.update(path).update(await readFile(join(import.meta.dirname, path)));
  }
  return hash.digest('hex');
}

async function builtOf(): Promise<string | null> {
  try {
    return await readFile(mark, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function bundleTo(outfile: string, options: BuildOptions): Promise<void> {
  await bundle({
    ...options,
    entryPoints: [entry],
    outfile,
    bundle: true,
    target: 'es2022',
    charset: 'utf8',
  });
}

if (import.meta.main) await buildClient();
