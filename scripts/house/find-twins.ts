import ts from 'typescript';
import type { CodeFile } from '../tidy/read-tree.ts';

/** The minimum number of lines that two places have to share to count. */
const lines_min = 6;
/** The minimum number of names and literals in those lines, so that six lines of closing brackets do not count. */
const words_min = 20;

export interface Place {
  readonly path: string;
  readonly first_line: number;
  readonly last_line: number;
}

/** Two places whose code is the same except for names and literals. */
export type Twins = readonly [Place, Place];

/** One line of code: its tokens without names and literals, and the number of those. */
interface Shape {
  readonly line: number;
  readonly tokens: string;
  readonly words: number;
}

interface Spot {
  readonly file: number;
  readonly at: number;
}

/**
 * Pairs of places that share six or more lines of code; names and literals may differ. Imports, re-exports,
 * comments, blank lines, entries of tables and fields of types do not count. A run of shared lines counts as one
 * pair, however long it is, and lines that occur in three places count as three pairs.
 */
export function findTwins(files: readonly CodeFile[]): readonly Twins[] {
  const shapes = files.map(shapesOf);
  const twins: Twins[] = [];
  for (const spots of spotsByWindow(shapes).values()) {
    for (const [index, one] of spots.entries()) {
      for (const other of spots.slice(index + 1)) {
        const found = twinsFrom(files, shapes, one, other);
        if (found) twins.push(found);
      }
    }
  }
  return twins;
}

/**
 * The pair of places whose shared lines begin at the two spots; null if the shared lines begin before the spots, if
 * the places overlap, or if the lines are trivial.
 */
function twinsFrom(
  files: readonly CodeFile[],
  shapes: readonly (readonly Shape[])[],
  one: Spot,
  other: Spot,
): Twins | null {
  const mine = shapes[one.file] ?? [];
  const theirs = shapes[other.file] ?? [];
  const isSame = (step: number): boolean => {
    const line = mine[one.at + step];
    return line !== undefined && line.tokens === theirs[other.at + step]?.tokens;
  };
  const step_max = one.file === other.file ? other.at - one.at : Number.POSITIVE_INFINITY;
  if (step_max < lines_min || isSame(-1)) return null;
  let steps = lines_min;
  while (steps < step_max && isSame(steps)) steps += 1;
  const words = mine.slice(one.at, one.at + steps).reduce((sum, shape) => sum + shape.words, 0);
  if (words < words_min) return null;
  const placeOf = (lines: readonly Shape[], { file, at }: Spot): Place => ({
    path: files[file]?.path ?? '',
    first_line: lines[at]?.line ?? 0,
    last_line: lines[at + steps - 1]?.line ?? 0,
  });
  return [placeOf(mine, one), placeOf(theirs, other)];
}

function spotsByWindow(shapes: readonly (readonly Shape[])[]): ReadonlyMap<string, readonly Spot[]> {
  const spots = new Map<string, Spot[]>();
  for (const [file, lines] of shapes.entries()) {
    for (let at = 0; at + lines_min <= lines.length; at += 1) {
      const window = lines.slice(at, at + lines_min).map((shape) => shape.tokens);
      const key = window.join('\n');
      const known = spots.get(key);
      if (known) known.push({ file, at });
      else spots.set(key, [{ file, at }]);
    }
  }
  return spots;
}

/** The lines of a file that contain code other than imports and re-exports. */
function shapesOf({ source }: CodeFile): readonly Shape[] {
  const lines = new Map<number, { tokens: string[]; words: number }>();
  const take = (node: ts.Node): void => {
    if (isImport(node) || ts.isJSDoc(node) || isEntry(node)) return;
    const children = node.getChildren(source);
    children.forEach(take);
    const text = node.getText(source);
    if (children.length > 0 || text.trim() === '') return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const shape = lines.get(line) ?? { tokens: [], words: 0 };
    lines.set(line, shape);
    const word = wordOf(node);
    shape.tokens.push(word ?? text);
    if (word) shape.words += 1;
  };
  take(source);
  return [...lines]
    .map(([line, { tokens, words }]) => ({ line: line + 1, tokens: tokens.join(' '), words }))
    .sort((one, other) => one.line - other.line);
}

/** The placeholder for a name or a literal; null for everything else. */
function wordOf(node: ts.Node): string | null {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return 'name';
  if (ts.isLiteralExpression(node) || ts.isJsxText(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
    return 'literal';
  }
  return ts.isTemplateHead(node) ? 'literal' : null;
}

/** True for an import, and for a re-export such as those in an index. */
function isImport(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined);
}

/** True for an entry of a table (a key with a text, a number or a list of them), and for a field of a type. */
function isEntry(node: ts.Node): boolean {
  if (ts.isPropertySignature(node)) return node.type !== undefined && !ts.isTypeLiteralNode(node.type);
  return ts.isPropertyAssignment(node) && isData(node.initializer);
}

function isData(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isData);
  if (ts.isArrowFunction(node)) return !ts.isBlock(node.body) && isText(node.body);
  return isText(node) || ts.isNumericLiteral(node);
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}
