import { posix } from 'node:path';
import { readImports, resolveImport } from '../tidy/read-imports.ts';
import type { Tree } from '../tidy/read-tree.ts';

/** Of imports, from a test to what was changed: farther away nearly everything stands on nearly everything. */
const steps_max = 2;
const test_name = /\.test\.tsx?$/;

/**
 * Chooses the tests that say soonest whether a change is right: those that stand beside what was changed or below it,
 * and those that import it, themselves or through one file.
 *
 * @param changed paths from the root of the repository; those that are gone count by their folder
 * @returns paths of tests
 */
export function chooseTests(tree: Tree, changed: readonly string[]): readonly string[] {
  const importers = readImporters(tree);
  const chosen = new Set<string>();
  let reached = new Set(changed.filter((path) => tree.code.some((file) => file.path === path)));
  for (let step = 0; step <= steps_max; step++) {
    for (const path of reached) if (test_name.test(path)) chosen.add(path);
    reached = new Set([...reached].flatMap((path) => [...(importers.get(path) ?? [])]));
  }
  const folders = changed.map((path) => `${posix.dirname(path)}/`).filter((folder) => folder !== './');
  for (const { path } of tree.code) {
    if (test_name.test(path) && folders.some((folder) => path.startsWith(folder))) chosen.add(path);
  }
  return [...chosen].sort();
}

function readImporters(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of tree.code) {
    for (const { specifier } of readImports(file)) {
      const target = resolveImport(tree, file, specifier);
      if (target === null) continue;
      importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
    }
  }
  return importers;
}
