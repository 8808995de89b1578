import { posix } from 'node:path';
import ts from 'typescript';
import { type CodeFile, lineOf, type Tree, type Workspace, walk } from './read-tree.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** Every module that a file names: imports, re-exports, `import()` of a fixed text, and types by `import('...')`. */
export function readImports(file: CodeFile): readonly Import[] {
  const imports: Import[] = [];
  walk(file.source, (node) => {
    const specifier = specifierOf(node);
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    imports.push({ specifier: specifier.text, line: lineOf(file.source, specifier.getStart(file.source)) });
  });
  return imports;
}

/** Path of the file of ours that an import means, or null when it is not ours. Whether it exists is the compiler's business. */
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

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0];
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  return undefined;
}

function resolveExport(workspace: Workspace, subpath: string): string {
  const key = subpath === '' ? '.' : `./${subpath}`;
  const target = workspace.exports[key] ?? workspace.exports['./*'] ?? subpath;
  // A package that is built names what was built, by condition; it is built of its sources' entry.
  const path = typeof target === 'string' ? target.replace('*', subpath) : 'src/index.ts';
  return posix.join(workspace.folder, path);
}
