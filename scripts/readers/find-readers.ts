import ts from 'typescript';
import { type CodeFile, type Tree, walk } from '../tidy/read-tree.ts';

/** An exported function that takes a text, or an object that contains one. */
export interface Reader {
  /** The path from the root of the repository. */
  readonly path: string;
  readonly name: string;
  /** Whether it needs no other argument. */
  readonly takes_text_alone: boolean;
}

/** Packages that parse text from outside. Input at a terminal or in a browser can harm only its user. */
const packages = /^packages\/(client|core|kernel|operators|server)\/src\//;
/** Names of parsers that take more than a text; functions that only write are left out. */
const reading = /^(accepted|hide|is|keep|parse|pick|read|redact|verify)[A-Z]|^redact$|Problem$/;
const texts = /^(string|unknown|RawCallback|.*\bRawCallback)( \| (undefined|null))*$/;

/**
 * Finds every exported function of the packages that parses text in one call: those with a string as their only
 * parameter, whatever their name, and those named as parsers. Functions that query the database first are left out.
 */
export function findReaders(tree: Tree): readonly Reader[] {
  return tree.code
    .filter(({ path, is_test }) => packages.test(path) && !is_test)
    .flatMap((file) => functionsOf(file).flatMap(([name, made]) => readerOf(file, name, made) ?? []));
}

/** Returns the key of a parser in the table of calls. */
export function keyOf({ path, name }: Pick<Reader, 'path' | 'name'>): string {
  return `${path.replace('packages/', '')} ${name}`;
}

function readerOf(file: CodeFile, name: string, made: ts.SignatureDeclaration): Reader | undefined {
  const textOf = (node: ts.Node | undefined): string => node?.getText(file.source) ?? '';
  const types = made.parameters.map(({ type }) => textOf(type).replaceAll(/\s+/g, ' '));
  if (!types.some((type) => texts.test(type)) || /\bPromise\b/.test(textOf(made.type))) return undefined;
  const [first, ...others] = made.parameters;
  const is_one_text = /^string( \| (undefined|null))*$/.test(types[0] ?? '');
  const isOptional = (one: ts.ParameterDeclaration) => Boolean(one.questionToken ?? one.initializer);
  const takes_text_alone = first !== undefined && is_one_text && others.every(isOptional);
  if (!takes_text_alone && (!reading.test(name) || /\b(Connection|Context)\b/.test(types[0] ?? '')))
    return undefined;
  return { path: file.path, name, takes_text_alone };
}

function functionsOf(file: CodeFile): [name: string, made: ts.SignatureDeclaration][] {
  const found: [string, ts.SignatureDeclaration][] = [];
  for (const statement of file.source.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isFunctionDeclaration(statement) && statement.name) found.push([statement.name.text, statement]);
    if (!ts.isVariableStatement(statement)) continue;
    walk(statement, (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      if (ts.isArrowFunction(node.initializer))
        found.push([node.name.getText(file.source), node.initializer]);
    });
  }
  return found;
}
