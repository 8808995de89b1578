import { basename } from 'node:path';
import ts from 'typescript';
import { type Breach, lineOf, type TextFile, type Tree } from './read-tree.ts';

/**
 * The lists of packages that are installed here. Peer dependencies are installed by others, so they may be ranges.
 */
const installed = new Set(['dependencies', 'devDependencies', 'optionalDependencies']);
/** An exact version, or one under an alias: `npm:its-name@1.2.3`. */
const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** Finds versions in a package.json that are not exact. */
export function checkVersions(tree: Tree): Breach[] {
  return tree.files.filter((file) => basename(file.path) === 'package.json').flatMap(openVersions);
}

function openVersions(file: TextFile): Breach[] {
  const source = ts.parseJsonText(file.path, file.text);
  const lists = source.statements
    .flatMap(({ expression }) => propertiesOf(expression))
    .filter(({ name }) => installed.has(textOf(name)))
    .flatMap(({ initializer }) => propertiesOf(initializer));
  return lists
    .filter(({ initializer }) => !exact.test(textOf(initializer)))
    .map(({ name, initializer }) => ({
      path: file.path,
      line: lineOf(source, name.getStart(source)),
      message: `'${textOf(name)}' has no exact version, but '${textOf(initializer)}': give the one that is installed`,
    }));
}

function propertiesOf(node: ts.Node): ts.PropertyAssignment[] {
  return ts.isObjectLiteralExpression(node) ? node.properties.filter(ts.isPropertyAssignment) : [];
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteral(node) ? node.text : '';
}
