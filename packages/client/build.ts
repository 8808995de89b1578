import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build as bundle } from 'esbuild';
import { makeDeclarations } from './packaging/make-declarations.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
}

const entry = join(import.meta.dirname, 'src/index.ts');

/**
 * Writes the package as it is published into a folder, which is emptied first: one module for `import`, one for
 * `require`, the types of each, and nothing of the sources.
 */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const manifest: Manifest = JSON.parse(await readFile(join(import.meta.dirname, 'package.json'), 'utf8'));
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  const types = makeDeclarations(entry);
  await Promise.all([
    bundleTo(join(folder, 'index.js'), { format: 'esm', platform: 'neutral' }),
    // For Node, the bundler adds a line that lets `import` find the names in CommonJS.
    bundleTo(join(folder, 'index.cjs'), { format: 'cjs', platform: 'node' }),
    writeFile(join(folder, 'index.d.ts'), types),
    writeFile(join(folder, 'index.d.cts'), types),
    writeFile(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`),
    writeFile(join(folder, 'README.md'), publishedReadme(readme)),
    copyFile(resolve(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE')),
  ]);
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

function publishedManifest({ name, version, description, keywords, license, engines }: Manifest): object {
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    sideEffects: false,
    engines,
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './package.json': './package.json',
    },
    publishConfig: { access: 'public' },
  };
}

/** Without the part about developing the library, and without links into the repository: they would lead nowhere. */
function publishedReadme(text: string): string {
  const [use = ''] = text.split(/^## Develop$/m);
  return `${use.replace(/\[([^\]]+)\]\(\.[^)]*\)/g, '$1').trim()}\n`;
}

if (import.meta.main) await buildPackage(join(import.meta.dirname, 'dist'));
