import { posix } from 'node:path';
import ts from 'typescript';
import type { CodeFile, Tree, Workspace } from './read-tree.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/**
 * Lists every module that a file refers to: imports, re-exports, and `import()` of a fixed text, including types.
 */
export function readImports(file: CodeFile): readonly Import[] {
  // Scans the text only: finding imports does not require a parsed file.
  return ts.preProcessFile(file.text, true, true).importedFiles.map(({ fileName, pos }) => ({
    specifier: fileName,
    line: file.text.slice(0, pos).split('\n').length,
  }));
}

/**
 * Returns the path of the project's file that an import refers to, or null if it is not the project's. The compiler
 * checks whether it exists.
 */
export function resolveImport(tree: Tree, file: CodeFile, specifier: string): string | null {
  if (isRelative(specifier)) return posix.join(posix.dirname(file.path), specifier);
  const workspace = tree.workspaces.find((one) => one.name === packageOf(specifier));
  return workspace ? resolveExport(workspace, specifier.slice(workspace.name.length + 1)) : null;
}

/** True for `./x` and `../x`. */
export function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

/** Name of the package in a specifier: `@scope/name` or the first part. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function resolveExport(workspace: Workspace, subpath: string): string {
  const key = subpath === '' ? '.' : `./${subpath}`;
  const target = workspace.exports[key] ?? workspace.exports['./*'] ?? subpath;
  // A built package has conditional exports, which lead to its build. Its source is the entry from which the build
  // starts.
  const path = typeof target === 'string' ? target.replace('*', subpath) : 'src/index.ts';
  return posix.join(workspace.folder, path);
}
