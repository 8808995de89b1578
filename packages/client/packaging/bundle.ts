import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

type Target = Pick<BuildOptions, 'platform' | 'conditions' | 'format' | 'globalName'>;

/**
 * Bundles a few lines that use the installed library, minified, as a website or a worker would.
 *
 * @param folder the project that has the library.
 * @throws Error when the bundler fails, and also when it only warns.
 */
export async function bundleLines(folder: string, lines: string, target: Target = {}): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: lines, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    ...target,
  });
  if (warnings.length > 0) throw new Error(warnings.map((warning) => warning.text).join('\n'));
  return outputFiles.map((file) => file.text).join('');
}

/** Bytes after gzip at its strongest. */
export function gzipBytes(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
