import ts from 'typescript';
import { type CodeFile, lineOf, type Tree, walk } from '../tidy/read-tree.ts';

/** A regular expression of the code. */
export interface Regex {
  readonly source: string;
  readonly flags: string;
  /** Everywhere it stands: `path:line`. */
  readonly places: readonly string[];
}

export interface Regexes {
  readonly regexes: readonly Regex[];
  /** Places of those that are put together in a way that cannot be read: `path:line`. */
  readonly unreadable: readonly string[];
}

/** Stands for a part of a pattern that is only known while the program runs. */
const unknown_part = 'x';

/**
 * Every regular expression of the packages, tests aside: literals, `RegExp(...)`, and what a schema or a method of text
 * takes as a pattern. Which of them see foreign text is not asked: all count as if they did.
 */
export function readRegexes(tree: Tree): Regexes {
  const found = new Map<string, { source: string; flags: string; places: string[] }>();
  const unreadable: string[] = [];
  for (const file of tree.code) {
    if (file.is_test || !file.path.startsWith('packages/')) continue;
    walk(file.source, (node) => {
      const given = patternOf(node);
      if (!given) return;
      const place = `${file.path}:${lineOf(file.source, node.getStart(file.source))}`;
      const regex = read(file, given);
      if (!regex) return void unreadable.push(place);
      const key = `/${regex.source}/${regex.flags}`;
      const known = found.get(key) ?? { ...regex, places: [] };
      known.places.push(place);
      found.set(key, known);
    });
  }
  return { regexes: [...found.values()], unreadable };
}

interface Given {
  readonly source: ts.Node;
  readonly flags: ts.Node | undefined;
}

const pattern_methods = new Set(['match', 'matchAll']);

/** What is a pattern at a node; undefined where none is. */
function patternOf(node: ts.Node): Given | undefined {
  if (ts.isRegularExpressionLiteral(node)) return { source: node, flags: undefined };
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
    return isRegex(node.initializer) ? undefined : { source: node.initializer, flags: undefined };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source) return undefined;
  if (node.expression.getText() === 'RegExp') return { source, flags };
  const isMethod =
    ts.isPropertyAccessExpression(node.expression) && pattern_methods.has(node.expression.name.text);
  return isMethod && ts.isStringLiteralLike(source) ? { source, flags: undefined } : undefined;
}

/** It is found by itself. */
function isRegex(node: ts.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
  );
}

function read(file: CodeFile, given: Given): Pick<Regex, 'source' | 'flags'> | undefined {
  const { source, flags } = given;
  if (ts.isRegularExpressionLiteral(source)) {
    const end = source.text.lastIndexOf('/');
    return { source: source.text.slice(1, end), flags: source.text.slice(end + 1) };
  }
  const text = textOf(file, source);
  const flagText = flags ? textOf(file, flags) : '';
  return text === undefined || flagText === undefined ? undefined : { source: text, flags: flagText };
}

/** A text that the code says outright, by way of constants of the same file at most. */
function textOf(file: CodeFile, node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const constant = constantOf(file, node.text);
    return constant && textOf(file, constant);
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = node.templateSpans.map(
    ({ expression, literal }) => (textOf(file, expression) ?? unknown_part) + literal.text,
  );
  return [node.head.text, ...parts].join('');
}

function constantOf(file: CodeFile, name: string): ts.Expression | undefined {
  const declarations = file.source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return declarations.find((one) => one.name.getText() === name)?.initializer;
}
