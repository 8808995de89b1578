import { posix } from 'node:path';
import ts from 'typescript';
import { isRelative, readImports, resolveImport } from './read-imports.ts';
import { type Breach, breachAt, type CodeFile, type Tree } from './read-tree.ts';
import { core_entries, other_entries, wings, wings_folder } from './wings.ts';

const places: ReadonlyMap<string, number> = new Map(wings.map((wing, place) => [wing, place]));
const indexes = new Set(core_entries.map((entry) => indexOf(entry)));

/**
 * Finds folders of `core` that are not wings, wings without an `index.ts`, an index that contains more than names
 * of its own wing, imports from a later wing, and imports through an index inside `core`. Tests are exempt from the
 * order.
 */
export function checkWings(tree: Tree): Breach[] {
  const own = tree.code.filter((file) => !file.is_test && file.path.startsWith(wings_folder));
  return [
    ...own.flatMap((file) => (indexes.has(file.path) ? checkIndex(file) : checkFile(tree, file))),
    ...findWithoutIndex(own),
  ];
}

function checkFile(tree: Tree, file: CodeFile): Breach[] {
  const wing = wingOf(file.path);
  const place = places.get(wing);
  if (place === undefined) {
    const message = `${wing} is not a wing of core: move the file into one, or give the wing its place in scripts/tidy/wings.ts`;
    return [{ path: file.path, line: 1, message }];
  }
  return readImports(file).flatMap(({ specifier, line }) => {
    const target = resolveImport(tree, file, specifier);
    if (!target?.startsWith(wings_folder)) return [];
    if (indexes.has(target)) {
      const message = `'${specifier}' is for other packages: inside core import the file itself`;
      return [{ path: file.path, line, message }];
    }
    const imported = wingOf(target);
    if ((places.get(imported) ?? 0) <= place) return [];
    const message = `'${specifier}': ${wing} comes before ${imported} and may not import it; move what both need into ${wing} or before it`;
    return [{ path: file.path, line, message }];
  });
}

/**
 * Checks that an index only lists names with the files that they come from: `export { pay } from
 * './session/pay.ts';`.
 */
function checkIndex(file: CodeFile): Breach[] {
  const wing = wingOf(file.path);
  return file.source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier)
      return breachAt(
        file,
        statement,
        'an index only re-exports names: move the code into a file of its own',
      );
    const clause = statement.exportClause;
    if (!clause || !ts.isNamedExports(clause))
      return breachAt(file, statement, 'name what is exported: an index has no export *');
    const renamed = clause.elements.find((element) => element.propertyName !== undefined);
    if (renamed) return breachAt(file, renamed, 'one thing has one name: rename it where it is declared');
    const specifier = statement.moduleSpecifier as ts.StringLiteral;
    const target = posix.join(posix.dirname(file.path), specifier.text);
    const isOwn = isRelative(specifier.text) && (other_entries.includes(wing) || wingOf(target) === wing);
    return isOwn ? [] : breachAt(file, specifier, `${wing} exports only its own names`);
  });
}

function findWithoutIndex(own: readonly CodeFile[]): Breach[] {
  const paths = new Set(own.map((file) => file.path));
  const inhabited = wings.filter((wing) => own.some((file) => wingOf(file.path) === wing));
  return inhabited
    .filter((wing) => !paths.has(indexOf(wing)))
    .map((wing) => ({
      path: `${wings_folder}${wing}`,
      line: 1,
      message: 'the wing has no index.ts: name there what other packages use of it',
    }));
}

function indexOf(entry: string): string {
  return `${wings_folder}${entry}/index.ts`;
}

/** The folder below `packages/core/src`, or the name of a file outside them. */
function wingOf(path: string): string {
  return path.slice(wings_folder.length).split('/')[0] ?? '';
}
