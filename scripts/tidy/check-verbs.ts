import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { type Breach, breachAt, type CodeFile, type Tree } from './read-tree.ts';
import { parts } from './verbs.ts';
import { wings, wings_folder } from './wings.ts';

const actors_file = `${wings_folder}platform/actor/actor.ts`;

/** The parameters that may follow a verb's input. */
const options: ReadonlySet<string> = new Set(['once', 'options', 'onStep', 'signal']);

/** An exported function of a wing that works on the service's context or database. */
interface Offered {
  readonly wing: string;
  readonly file: CodeFile;
  readonly name: string;
  readonly declared: ts.FunctionDeclaration;
  readonly is_query: boolean;
}

/**
 * Finds verbs that do not have the required shape. A verb is a function that a wing's index exports and that works
 * on the context: it takes `(ctx, actor, input)`, and its first statement requires a scope. The function that a
 * maker returns (`makeInitialize`) takes `(actor, input)`. Functions that are not verbs are listed in `verbs.ts`
 * with the reason; the first wing, `platform`, has no verbs.
 */
export function checkVerbs(tree: Tree): Breach[] {
  const actors = tree.code.find(({ path }) => path === actors_file);
  if (!actors) return [];
  const kinds = actorTypes(actors);
  const offered = listOffered(tree);
  const breaches = offered
    .filter(({ name }) => !parts.has(name))
    .flatMap((verb) => judge(verb, kinds).map((message) => breachAt(verb.file, verb.declared, message)));
  const names = new Set(offered.map(({ name }) => name));
  const unknown = [...parts].filter((name) => !names.has(name));
  return [
    ...breaches,
    ...unknown.map((name) => ({
      path: 'scripts/tidy/verbs.ts',
      line: 1,
      message: `${name} is not a function of a wing's index that works on the context: remove it from the list`,
    })),
  ];
}

/** A verb, with the scopes that its first statement may require. */
export interface Verb {
  readonly wing: string;
  readonly name: string;
  /** Whether the function makes the verb (`makeInitialize`). */
  readonly is_maker: boolean;
  /** Whether it takes the context first. */
  readonly takes_context: boolean;
  readonly scopes: readonly string[];
  /** Whether it acts for a merchant on an object that its input identifies by id. */
  readonly takes_id: boolean;
}

/** Lists every verb, from the indexes of the wings. */
export function listVerbs(tree: Tree): Verb[] {
  return listOffered(tree)
    .filter(({ name }) => !parts.has(name))
    .map(({ wing, name, declared }) => {
      const made = isMaker(name, declared) ? returnedBy(declared) : undefined;
      const { body } = made ?? declared;
      const asked = body && ts.isBlock(body) ? (body.statements[0]?.getText() ?? '') : '';
      const [first, actor, input] = declared.parameters;
      const is_merchants = /^(Staff|Merchant|Owner|Key)Actor$/.test(actor?.type?.getText() ?? '');
      return {
        ...{ wing, name, is_maker: made !== undefined, takes_context: first?.name.getText() !== 'actor' },
        takes_id: is_merchants && /\b(\w+_)?id\b/.test(input?.name.getText() ?? ''),
        scopes: [...asked.matchAll(/'(\w+:\w+)'/g)].map(([, scope]) => String(scope)),
      };
    });
}

function listOffered(tree: Tree): Offered[] {
  const files = new Map(tree.code.map((file) => [file.path, file]));
  return wings.slice(1).flatMap((wing) => offeredBy(files, wing));
}

/** The types that a verb's actor may have: those that `actor.ts` exports. */
function actorTypes(file: CodeFile): ReadonlySet<string> {
  return new Set(
    file.source.statements
      .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
      .map(({ name }) => name.text)
      .filter((name) => /Actor$|Command$/.test(name)),
  );
}

function offeredBy(files: ReadonlyMap<string, CodeFile>, wing: string): Offered[] {
  const index = `${wings_folder}${wing}/index.ts`;
  return (files.get(index)?.source.statements ?? []).flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { moduleSpecifier: from, exportClause: names } = statement;
    if (!from || !ts.isStringLiteral(from) || !names || !ts.isNamedExports(names)) return [];
    const file = files.get(posix.join(dirname(index), from.text));
    if (!file) return [];
    return names.elements.flatMap(({ name: { text: name } }) => {
      const declared = file.source.statements.find(
        (one): one is ts.FunctionDeclaration => ts.isFunctionDeclaration(one) && one.name?.text === name,
      );
      if (!declared || !worksOnContext(declared)) return [];
      return [{ wing, file, name, declared, is_query: file.path.endsWith('/queries.ts') }];
    });
  });
}

/** Whether a function works on the context, or takes an actor without a context: `(actor, input)`. */
function worksOnContext({ parameters: [first] }: ts.FunctionDeclaration): boolean {
  if (first === undefined) return false;
  if (/^(ctx|actor)$/.test(first.name.getText())) return true;
  return /\b(Context|Ctx|Connection|Database)\b/.test(first.type?.getText() ?? '');
}

function judge({ name, declared, is_query }: Offered, kinds: ReadonlySet<string>): string[] {
  if (is_query) {
    return [`${name} is a query: other packages call a verb, which requires a scope (scripts/tidy/verbs.ts)`];
  }
  if (!isMaker(name, declared)) {
    const [first, ...rest] = declared.parameters;
    return judgeFunction(name, declared, first?.name.getText() === 'actor' ? [first, ...rest] : rest, kinds);
  }
  const made = returnedBy(declared);
  return made
    ? judgeFunction(`what ${name} makes`, made, made.parameters, kinds)
    : [`${name} does not make a verb: name it in scripts/tidy/verbs.ts with the reason`];
}

function isMaker(name: string, { parameters }: ts.FunctionDeclaration): boolean {
  return /^make[A-Z]/.test(name) && parameters[1]?.name.getText() !== 'actor';
}

function returnedBy({ body }: ts.FunctionDeclaration): ts.ArrowFunction | undefined {
  const last = body?.statements.at(-1);
  if (!last || !ts.isReturnStatement(last) || !last.expression) return undefined;
  return ts.isArrowFunction(last.expression) ? last.expression : undefined;
}

function judgeFunction(
  what: string,
  { body }: ts.FunctionDeclaration | ts.ArrowFunction,
  [actor, input, ...more]: readonly ts.ParameterDeclaration[],
  kinds: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  const type = actor?.type?.getText();
  if (actor?.name.getText() !== 'actor' || (type !== undefined && !kinds.has(type))) {
    problems.push(
      `${what}: a verb takes (ctx, actor, input), the actor of a type of platform/actor/actor.ts`,
    );
  }
  const trailing = more.map(({ name }) => name.getText());
  if (input && (trailing.length > 1 || !trailing.every((name) => options.has(name)))) {
    problems.push(
      `${what}: a verb takes one input, and once, options or onStep after it, not ${trailing.join(', ')}`,
    );
  }
  if (!asksForScope(body))
    problems.push(`${what}: the first statement of a verb is requireScope(actor, scope)`);
  return problems;
}

function asksForScope(body: ts.Node | undefined): boolean {
  if (!body || !ts.isBlock(body)) return false;
  const [first] = body.statements;
  if (!first || !ts.isExpressionStatement(first) || !ts.isCallExpression(first.expression)) return false;
  const { expression, arguments: given } = first.expression;
  return expression.getText() === 'requireScope' && given[0]?.getText() === 'actor';
}
