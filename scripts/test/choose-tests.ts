import { posix } from 'node:path';
import ts from 'typescript';
import { readImports, resolveImport } from '../tidy/read-imports.ts';
import type { CodeFile, Tree } from '../tidy/read-tree.ts';

/**
 * The maximum number of imports between a test and a changed file; beyond that, nearly everything depends on nearly
 * everything.
 */
const steps_max = 2;
/**
 * The maximum number of further tests for one changed noun, in addition to those next to it; they run in under a
 * minute.
 */
const further_max = 10;
const test_name = /\.test\.tsx?$/;

/** The tests for a change, and the number of further tests near it that were left out. */
export interface Choice {
  readonly tests: readonly string[];
  readonly left_out: number;
}

/**
 * Chooses the tests that show soonest whether a change works. For each changed noun (a folder), these are all tests
 * next to the changed files, and then the nearest other tests: those that import a changed file, those in the
 * folders below, and those that import a changed file through one other file. Of the tests that import a file at
 * the same distance, the one whose path has most in common with the noun's comes first.
 *
 * @param changed paths from the root of the repository; a deleted file counts as a change in its folder
 */
export function chooseTests(tree: Tree, changed: readonly string[]): Choice {
  const importers = readImporters(tree);
  const tests = tree.code.map(({ path }) => path).filter((path) => test_name.test(path));
  const chosen = new Set<string>();
  const near = new Set<string>();
  for (const [folder, files] of Map.groupBy(changed, posix.dirname)) {
    const beside = tests.filter((path) => files.includes(path) || isBeside(folder, path));
    const further = listFurther(importers, tests, folder, files).filter((path) => !beside.includes(path));
    for (const path of [...beside, ...further.slice(0, further_max)]) chosen.add(path);
    for (const path of further) near.add(path);
  }
  return { tests: [...chosen].sort(), left_out: [...near].filter((path) => !chosen.has(path)).length };
}

/** Whether a test is next to the files of a folder; the root is not a noun. */
function isBeside(folder: string, path: string): boolean {
  return folder !== '.' && posix.dirname(path) === folder;
}

/** Lists the tests near some files of a folder, the nearest first. */
function listFurther(
  importers: ReadonlyMap<string, ReadonlySet<string>>,
  tests: readonly string[],
  folder: string,
  files: readonly string[],
): readonly string[] {
  const is_test = new Set(tests);
  const found: string[] = [];
  let reached = new Set(files);
  for (let step = 1; step <= steps_max; step++) {
    reached = new Set([...reached].flatMap((path) => [...(importers.get(path) ?? [])]));
    found.push(
      ...byPath(
        [...reached].filter((path) => is_test.has(path)),
        folder,
      ),
    );
    if (step === 1 && folder !== '.') found.push(...tests.filter((path) => path.startsWith(`${folder}/`)));
  }
  return [...new Set(found)];
}

function byPath(tests: readonly string[], folder: string): readonly string[] {
  const parts = folder.split('/');
  const inCommon = (path: string): number => {
    const differs = path.split('/').findIndex((part, index) => part !== parts[index]);
    return differs === -1 ? parts.length : differs;
  };
  return tests.toSorted((one, other) => inCommon(other) - inCommon(one) || one.localeCompare(other));
}

function readImporters(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  const indexes = readIndexes(tree);
  for (const file of tree.code) {
    if (indexes.has(file.path)) continue;
    for (const target of targetsOf(tree, file, indexes)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
    }
  }
  return importers;
}

/** For each index, by path: the file from which each of its names comes. */
type Indexes = ReadonlyMap<string, ReadonlyMap<string, string>>;

function readIndexes(tree: Tree): Indexes {
  const files = tree.code.filter(({ path }) => /^packages\/core\/src\/[^/]+\/index\.ts$/.test(path));
  return new Map(files.map((file) => [file.path, new Map(namesOf(tree, file))]));
}

/**
 * The files that a file imports. A name imported through an index counts as an import of the file that declares
 * it.
 */
function targetsOf(tree: Tree, file: CodeFile, indexes: Indexes): readonly string[] {
  const named = namesOf(tree, file);
  return readImports(file).flatMap(({ specifier }) => {
    const target = resolveImport(tree, file, specifier);
    const sources = indexes.get(target ?? '');
    if (!sources) return target ?? [];
    return named.flatMap(([name, from]) => (from === target ? (sources.get(name) ?? []) : []));
  });
}

/** The names that a file imports or re-exports, each with its source file. */
function namesOf(tree: Tree, file: CodeFile): [name: string, from: string][] {
  return file.source.statements.flatMap((statement): [string, string][] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const clause = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    const { moduleSpecifier } = statement;
    if (!clause || !moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return [];
    if (!ts.isNamedImports(clause) && !ts.isNamedExports(clause)) return [];
    const from = resolveImport(tree, file, moduleSpecifier.text) ?? '';
    return clause.elements.map(({ name, propertyName }) => [(propertyName ?? name).text, from]);
  });
}
