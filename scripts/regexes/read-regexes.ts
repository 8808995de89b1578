import { posix } from 'node:path';
import ts from 'typescript';
import { type CodeFile, lineOf, type Tree, walk } from '../tidy/read-tree.ts';

/** A regular expression of the code. */
export interface Regex {
  readonly source: string;
  readonly flags: string;
  /** Every place where it occurs: `path:line`. */
  readonly places: readonly string[];
}

export interface Regexes {
  readonly regexes: readonly Regex[];
  /** Places of expressions that are built in a way that cannot be read: `path:line`. */
  readonly unreadable: readonly string[];
}

/** Placeholder for a part of a pattern that is known only at run time. */
const unknown_part = 'x';

/**
 * Reads every regular expression of the packages, except in tests: literals, `RegExp(...)`, and texts that a schema
 * or a string method uses as a pattern. All of them are judged as if they were applied to text from outside.
 * Patterns that occur only in the OpenAPI documents (`documented`) are not run here; see {@link readPatterns}.
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
      const regex = read(tree, file, given);
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

/** The pattern at a node; undefined where there is none. */
function patternOf(node: ts.Node): Given | undefined {
  if (ts.isRegularExpressionLiteral(node)) return { source: node, flags: undefined };
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
    if (isRegex(node.initializer) || isDocumented(node)) return undefined;
    return { source: node.initializer, flags: undefined };
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source) return undefined;
  if (node.expression.getText() === 'RegExp') return { source, flags };
  const isMethod =
    ts.isPropertyAccessExpression(node.expression) && pattern_methods.has(node.expression.name.text);
  return isMethod && ts.isStringLiteralLike(source) ? { source, flags: undefined } : undefined;
}

/** Whether the node is a regular expression, which the scan finds separately. */
function isRegex(node: ts.Node): boolean {
  return (
    ts.isRegularExpressionLiteral(node) ||
    (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
  );
}

function isDocumented({ parent }: ts.PropertyAssignment): boolean {
  return ts.isCallExpression(parent.parent) && parent.parent.expression.getText() === 'documented';
}

function read(tree: Tree, file: CodeFile, given: Given): Pick<Regex, 'source' | 'flags'> | undefined {
  const { source, flags } = given;
  if (ts.isRegularExpressionLiteral(source)) {
    const end = source.text.lastIndexOf('/');
    return { source: source.text.slice(1, end), flags: source.text.slice(end + 1) };
  }
  const text = textOf(tree, file, source);
  const flagText = flags ? textOf(tree, file, flags) : '';
  return text === undefined || flagText === undefined ? undefined : { source: text, flags: flagText };
}

/**
 * Reads text that is constant in the code. Follows constants, and functions of the same file that do nothing but
 * return such text.
 */
function textOf(tree: Tree, file: CodeFile, node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const found = findConstant(tree, file, node.text);
    return found && textOf(tree, found.file, found.value);
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [textOf(tree, file, node.left), textOf(tree, file, node.right)];
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (ts.isCallExpression(node)) {
    const value = findReturned(file, node.expression.getText());
    return value && textOf(tree, file, value);
  }
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText;
  if (!ts.isTemplateExpression(template)) return undefined;
  const textIn = ({ text, rawText }: ts.TemplateLiteralLikeNode): string => (isRaw ? (rawText ?? '') : text);
  const parts = template.templateSpans.map(
    ({ expression, literal }) => (textOf(tree, file, expression) ?? unknown_part) + textIn(literal),
  );
  return [textIn(template.head), ...parts].join('');
}

interface Constant {
  readonly file: CodeFile;
  readonly value: ts.Expression;
}

/** Finds a constant in the file, or in the file from which it imports the name. */
function findConstant(tree: Tree, file: CodeFile, name: string): Constant | undefined {
  const value = file.source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((one) => one.name.getText() === name)?.initializer;
  if (value) return { file, value };
  const from = file.source.statements
    .filter(ts.isImportDeclaration)
    .find(({ importClause }) => importsName(importClause?.namedBindings, name));
  const other = from && findFile(tree, file, (from.moduleSpecifier as ts.StringLiteral).text);
  return other && findConstant(tree, other, name);
}

function importsName(bindings: ts.NamedImportBindings | undefined, name: string): boolean {
  return !!bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name);
}

function findFile({ code }: Tree, { path }: CodeFile, specifier: string): CodeFile | undefined {
  const [, name, rest] = /^@guichet\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  const wanted =
    name === undefined ? posix.join(posix.dirname(path), specifier) : `packages/${name}/src/${rest}.ts`;
  return code.find((one) => one.path === wanted);
}

/** The expression that a function of the file returns, when that is all it does. */
function findReturned({ source }: CodeFile, name: string): ts.Expression | undefined {
  const [only, ...others] =
    source.statements.filter(ts.isFunctionDeclaration).find((one) => one.name?.text === name)?.body
      ?.statements ?? [];
  return only && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}

/**
 * Reads every `pattern` of an OpenAPI document. Generated clients and gateways run these patterns with the flag of
 * JSON Schema (`u`).
 */
export function readPatterns(document: unknown, place: string): readonly Regex[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') found.add(inner);
      else look(inner);
    }
  };
  look(document);
  return [...found].map((source) => ({ source, flags: 'u', places: [place] }));
}
