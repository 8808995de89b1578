import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isGenerated } from '../tidy/is-generated.ts';
import type { Tree } from '../tidy/read-tree.ts';

const source_names = /\.(ts|tsx|mts|js|mjs|cjs|css|html|py)$/;

export interface Lines {
  /** Hand-written code, styles and pages; tests and their support code are left out. */
  readonly source: number;
  /** Tests and their support code. */
  readonly tests: number;
  readonly generated: number;
}

/**
 * Counts the lines of tracked files, including blank lines and comments.
 *
 * @param tracked their paths from the root
 */
export async function countLines(root: string, tree: Tree, tracked: readonly string[]): Promise<Lines> {
  const tests = new Set(tree.code.filter((file) => file.is_test).map((file) => file.path));
  const lines = { source: 0, tests: 0, generated: 0 };
  for (const path of tracked) {
    const kind = kindOf(path, tests);
    if (kind) lines[kind] += (await readFile(join(root, path), 'utf8')).split('\n').length - 1;
  }
  return lines;
}

/** Describes the lengths of the code files: median, 90th percentile, and the number of long ones. */
export function sizesOf(tree: Tree, long_from: number): { median: number; p90: number; long: number } {
  const sizes = tree.code.map((file) => file.lines).sort((one, other) => one - other);
  const at = (part: number): number =>
    sizes[Math.min(Math.floor(sizes.length * part), sizes.length - 1)] ?? 0;
  return { median: at(0.5), p90: at(0.9), long: sizes.filter((size) => size > long_from).length };
}

function kindOf(path: string, tests: ReadonlySet<string>): keyof Lines | null {
  if (isGenerated(path)) return 'generated';
  if (!source_names.test(path)) return null;
  return tests.has(path) ? 'tests' : 'source';
}
