import { readImports, resolveImport } from '../tidy/read-imports.ts';
import type { CodeFile, Tree } from '../tidy/read-tree.ts';

const core = 'packages/core/src/';

/** One import between two folders of core. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Lists the files of core that other packages import; imports by tests do not count. */
export function entryPointsOf(tree: Tree): readonly string[] {
  const found = new Set<string>();
  for (const file of tree.code) {
    if (file.is_test || file.path.startsWith('packages/core/')) continue;
    for (const path of importedBy(tree, file)) if (path.startsWith(core)) found.add(path);
  }
  return [...found].sort();
}

/** The imports, including types, from one folder of core to another; those of tests do not count. */
export function arrowsOf(tree: Tree): readonly Arrow[] {
  return tree.code
    .filter((file) => file.path.startsWith(core) && !file.is_test)
    .flatMap((file) =>
      importedBy(tree, file)
        .filter((path) => path.startsWith(core))
        .map((path) => ({ from: folderOf(file.path), to: folderOf(path) })),
    )
    .filter(({ from, to }) => from !== to);
}

/** Finds import cycles: groups of folders in which each can be reached from every other. */
export function circlesOf(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const reached = new Map([...next.keys()].map((folder) => [folder, reachedFrom(folder, next)]));
  const circles: string[][] = [];
  for (const folder of [...next.keys()].sort()) {
    if (!reached.get(folder)?.has(folder) || circles.some((circle) => circle.includes(folder))) continue;
    circles.push([...next.keys()].filter((one) => isMutual(reached, folder, one)).sort());
  }
  return circles;
}

/** The imports from a folder to one that comes after it in the order; folders not in it are left out. */
export function arrowsBack(arrows: readonly Arrow[], order: readonly string[]): readonly Arrow[] {
  return arrows.filter(({ from, to }) => {
    const [mine, theirs] = [order.indexOf(from), order.indexOf(to)];
    return mine >= 0 && theirs > mine;
  });
}

function importedBy(tree: Tree, file: CodeFile): readonly string[] {
  return readImports(file).flatMap(({ specifier }) => resolveImport(tree, file, specifier) ?? []);
}

function folderOf(path: string): string {
  return path.slice(core.length).split('/')[0] ?? '';
}

function reachedFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const to of next.get(folder) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}

function isMutual(reached: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean {
  return Boolean(reached.get(one)?.has(other) && reached.get(other)?.has(one));
}
