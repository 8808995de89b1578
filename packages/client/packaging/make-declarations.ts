import { dirname, resolve } from 'node:path';
import ts from 'typescript';

interface Declaration {
  readonly text: string;
  /** Every name that occurs in the text, including the declaration's own name. */
  readonly mentions: ReadonlySet<string>;
}

interface Declarations {
  /** All declarations reachable from the entry, by name, dependencies first. */
  readonly declared: Map<string, Declaration>;
  readonly public_values: string[];
  readonly public_types: string[];
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
};

/**
 * Joins the public types of a library into one module without imports, so that the same text serves ESM and
 * CommonJS.
 *
 * @param entry path of a TypeScript file that only re-exports.
 * @throws Error if the types cannot be emitted or use unsupported syntax.
 */
export function makeDeclarations(entry: string): string {
  const found: Declarations = { declared: new Map(), public_values: [], public_types: [] };
  readModule(resolve(entry), emitModules(entry), new Set(), found);
  const { declared, public_values, public_types } = found;
  const public_names = [...public_values, ...public_types];
  const lost = public_names.filter((name) => !declared.has(name));
  if (lost.length > 0) throw new Error(`Nothing declares ${lost.join(', ')}.`);
  const needed = reachFrom(public_names, declared);
  const texts = [...declared].flatMap(([name, { text }]) => (needed.has(name) ? [text] : []));
  return [
    ...texts,
    `export { ${public_values.join(', ')} };`,
    `export type { ${public_types.join(', ')} };`,
    '',
  ].join('\n');
}

/** Emits the declaration file of each module, by the path of its source. */
function emitModules(entry: string): ReadonlyMap<string, string> {
  const program = ts.createProgram([entry], options);
  const modules = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (_path, text, _mark, _onError, sources) => {
    for (const source of sources ?? []) modules.set(resolve(source.fileName), text);
  });
  const problems = [...program.getSyntacticDiagnostics(), ...diagnostics];
  if (problems.length > 0) {
    const host = {
      getCanonicalFileName: (path: string) => path,
      getCurrentDirectory: () => dirname(entry),
      getNewLine: () => '\n',
    };
    throw new Error(ts.formatDiagnostics(problems, host));
  }
  return modules;
}

function readModule(
  path: string,
  modules: ReadonlyMap<string, string>,
  seen: Set<string>,
  found: Declarations,
): void {
  if (seen.has(path)) return;
  seen.add(path);
  const text = modules.get(path);
  if (text === undefined) throw new Error(`${path} is not part of the library.`);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      refuseRenaming(statement.importClause?.namedBindings);
      readModule(pathOf(path, statement.moduleSpecifier), modules, seen, found);
    } else if (ts.isExportDeclaration(statement)) {
      if (!statement.moduleSpecifier) continue;
      readModule(pathOf(path, statement.moduleSpecifier), modules, seen, found);
      readPublicNames(statement, found);
    } else {
      keep(statement, source, found.declared);
    }
  }
}

function pathOf(from: string, specifier: ts.Expression): string {
  if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) {
    throw new Error(`${from} imports types from ${specifier.getText()}, which is not part of the library.`);
  }
  return resolve(dirname(from), specifier.text);
}

function readPublicNames(statement: ts.ExportDeclaration, found: Declarations): void {
  refuseRenaming(statement.exportClause);
  if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) return;
  for (const { name, isTypeOnly } of statement.exportClause.elements) {
    (statement.isTypeOnly || isTypeOnly ? found.public_types : found.public_values).push(name.text);
  }
}

function refuseRenaming(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): void {
  const plain =
    bindings &&
    (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)) &&
    bindings.elements.every((element) => element.propertyName === undefined);
  if (!plain)
    throw new Error(`Types are joined by name: ${bindings?.getText() ?? '*'} must list the names unchanged.`);
}

function keep(statement: ts.Statement, source: ts.SourceFile, declared: Map<string, Declaration>): void {
  const name = nameOf(statement);
  if (declared.has(name)) throw new Error(`${name} is declared twice: ${source.fileName}`);
  const mentions = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node)) throw new Error(`${name} needs a type that is not imported by name.`);
    if (ts.isIdentifier(node)) mentions.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  declared.set(name, { text: withoutExport(statement, source), mentions });
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    const [variable, ...others] = statement.declarationList.declarations;
    if (variable && others.length === 0) return variable.name.getText();
  }
  const { name } = statement as ts.DeclarationStatement;
  if (!name) throw new Error(`Not a declaration with a name: ${statement.getText()}`);
  return name.text;
}

function withoutExport(statement: ts.Statement, source: ts.SourceFile): string {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  const mark = modifiers?.find((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
  const text = statement.getFullText(source);
  if (!mark) return text.trim();
  const start = mark.getStart(source) - statement.getFullStart();
  return (text.slice(0, start) + text.slice(start + 'export '.length)).trim();
}

function reachFrom(
  names: readonly string[],
  declared: ReadonlyMap<string, Declaration>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...(declared.get(name)?.mentions ?? []));
  }
  return reached;
}
