import { readImports, resolveImport } from './read-imports.ts';
import type { Breach, CodeFile, Tree } from './read-tree.ts';
import { wings, wings_folder } from './wings.ts';

const places: ReadonlyMap<string, number> = new Map(wings.map((wing, place) => [wing, place]));

/** Folders of `core` that are no wing, and imports from a wing that comes later. Tests are free of the order. */
export function checkWings(tree: Tree): Breach[] {
  return tree.code
    .filter((file) => !file.is_test && file.path.startsWith(wings_folder))
    .flatMap((file) => checkFile(tree, file));
}

function checkFile(tree: Tree, file: CodeFile): Breach[] {
  const wing = wingOf(file.path);
  const place = places.get(wing);
  if (place === undefined) {
    const message = `${wing} is no wing of core: move the file into one, or give the wing its place in scripts/tidy/wings.ts`;
    return [{ path: file.path, line: 1, message }];
  }
  return readImports(file).flatMap(({ specifier, line }) => {
    const target = resolveImport(tree, file, specifier);
    if (!target?.startsWith(wings_folder)) return [];
    const imported = wingOf(target);
    if ((places.get(imported) ?? 0) <= place) return [];
    const message = `'${specifier}': ${wing} comes before ${imported} and may not import it; move what both need into ${wing} or before it`;
    return [{ path: file.path, line, message }];
  });
}

/** The folder below `packages/core/src`, or the name of a file that stands in none. */
function wingOf(path: string): string {
  return path.slice(wings_folder.length).split('/')[0] ?? '';
}
