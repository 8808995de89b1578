import { readImports, resolveImport } from './read-imports.ts';
import type { Breach, Tree } from './read-tree.ts';

interface Edge {
  readonly to: string;
  readonly line: number;
}

/**
 * Finds files that import each other, directly or indirectly. Imports of types count: they vanish at run time, but
 * the files still cannot be understood, moved or tested separately.
 */
export function findCycles(tree: Tree): Breach[] {
  const known = new Set(tree.code.map((file) => file.path));
  const graph = new Map<string, readonly Edge[]>();
  for (const file of tree.code) {
    const edges = readImports(file).map(({ specifier, line }) => ({
      to: resolveImport(tree, file, specifier) ?? '',
      line,
    }));
    graph.set(
      file.path,
      edges.filter((edge) => known.has(edge.to)),
    );
  }

  const reported = new Set<string>();
  const breaches: Breach[] = [];
  for (const path of graph.keys()) {
    const cycle = shortestWayBack(graph, path);
    const key = cycle?.toSorted().join(' ');
    if (!cycle || !key || reported.has(key)) continue;
    reported.add(key);
    const line = graph.get(path)?.find((edge) => edge.to === (cycle[1] ?? path))?.line ?? 1;
    const message = `import cycle ${[...cycle, path].join(' -> ')}: move what both need into a third file`;
    breaches.push({ path, line, message });
  }
  return breaches;
}

/** The files of the shortest cycle through `start`, beginning with it; null when there is none. */
function shortestWayBack(
  graph: ReadonlyMap<string, readonly Edge[]>,
  start: string,
): readonly string[] | null {
  const seen = new Set<string>();
  let ways: readonly string[][] = [[start]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const { to } of graph.get(way.at(-1) ?? start) ?? []) {
        if (to === start) return way;
        if (seen.has(to)) continue;
        seen.add(to);
        longer.push([...way, to]);
      }
    }
    ways = longer;
  }
  return null;
}
