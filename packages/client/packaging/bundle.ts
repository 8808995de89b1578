import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

type Target = Pick<BuildOptions, 'platform' | 'conditions' | 'format' | 'globalName'>;

/**
 * Bundles and minifies a few lines that use the installed library, as a website or a worker would.
 *
 * @param folder the project with the installed library.
 * @throws Error if the bundler fails or warns.
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

/** Returns the size in bytes after gzip at the highest level. */
export function gzipBytes(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
