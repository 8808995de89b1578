import ts from 'typescript';
import { packageOf, readImports, resolveImport } from './read-imports.ts';
import { type Breach, breachAt, type CodeFile, type Tree } from './read-tree.ts';
import { core_entries, wings } from './wings.ts';

const core = '@guichet/core';
const open = new Set(core_entries.map((entry) => `${core}/${entry}`));
const of_wings = new Set<string>(wings.map((wing) => `${core}/${wing}`));
/** The files where a service starts: all their direct and indirect imports are loaded before the first request. */
const starts = ['packages/cli/src/run.ts', 'packages/server/src/serve.ts'];

/**
 * Finds imports that bypass the entries of `core`, entries not in its package.json, and wings loaded at the start.
 */
export function checkEntries(tree: Tree): Breach[] {
  return [...checkExports(tree), ...findPast(tree), ...findLoaded(tree)];
}

function checkExports(tree: Tree): Breach[] {
  const workspace = tree.workspaces.find(({ name }) => name === core);
  if (!workspace) return [];
  const expected = core_entries.map((entry) => `./${entry} ./src/${entry}/index.ts`);
  const found = Object.entries(workspace.exports).map(([key, target]) => `${key} ${target}`);
  if (expected.toSorted().join() === found.toSorted().join()) return [];
  const message = `"exports" are not the entries of scripts/tidy/wings.ts: ${core_entries.join(', ')}`;
  return [{ path: `${workspace.folder}/package.json`, line: 1, message }];
}

function findPast(tree: Tree): Breach[] {
  return tree.code
    .filter((file) => file.workspace?.name !== core)
    .flatMap((file) =>
      readImports(file)
        .filter(({ specifier }) => packageOf(specifier) === core && !open.has(specifier))
        .map(({ specifier, line }) => {
          const [, , entry = ''] = specifier.split('/');
          const message = `'${specifier}' is not open to other packages: export the name in packages/core/src/${entry}/index.ts, or for tests in testing/index.ts`;
          return { path: file.path, line, message };
        }),
    );
}

/**
 * Finds imports of values from a wing in files that a service loads at its start: the wing's index would load the
 * whole wing.
 */
function findLoaded(tree: Tree): Breach[] {
  const files = new Map(tree.code.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const waiting = [...starts];
  const breaches: Breach[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = files.get(path);
    if (!file || reached.has(path) || file.workspace?.name === core) continue;
    reached.add(path);
    for (const specifier of valuesImportedBy(file)) {
      waiting.push(resolveImport(tree, file, specifier.text) ?? '');
      if (!of_wings.has(specifier.text)) continue;
      const message = `a service loads this file at its start: values come from '${core}/serving', types from '${specifier.text}' by import type`;
      breaches.push(breachAt(file, specifier, message));
    }
  }
  return breaches;
}

/** The modules that Node loads with a file; imports of types and by `import()` are left out. */
function valuesImportedBy(file: CodeFile): readonly ts.StringLiteral[] {
  return file.source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const isType = ts.isImportDeclaration(statement)
      ? statement.importClause?.isTypeOnly
      : statement.isTypeOnly;
    const { moduleSpecifier } = statement;
    return isType || !moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) ? [] : [moduleSpecifier];
  });
}
