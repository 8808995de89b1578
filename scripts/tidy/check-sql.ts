import { basename } from 'node:path';
import ts from 'typescript';
import { type Breach, breachAt, type Tree, walk } from './read-tree.ts';

const builder_calls = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'executeTakeFirst',
  'executeTakeFirstOrThrow',
]);
const sql_text =
  /^\s*(select|insert|update|delete|with|create|alter|drop|truncate|begin|commit|rollback|set|show|lock|copy|listen|notify|vacuum)\b/i;

/** Finds SQL outside of a `queries.ts` or a migration. */
export function checkSql(tree: Tree): Breach[] {
  return tree.code
    .filter((file) => !file.is_test && !mayHoldSql(file.path))
    .flatMap((file) => {
      const breaches: Breach[] = [];
      walk(file.source, (node) => {
        const what = sqlIn(node);
        if (what) breaches.push(breachAt(file, node, `${what}: SQL belongs in a queries.ts of its noun`));
      });
      return breaches;
    });
}

function mayHoldSql(path: string): boolean {
  return (
    basename(path) === 'queries.ts' ||
    path.split('/').includes('migrations') ||
    path.startsWith('benchmarks/')
  );
}

function sqlIn(node: ts.Node): string | null {
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') return 'sql`...`';
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { name, expression } = node.expression;
  if (expression.getText() === 'sql' || builder_calls.has(name.text)) return `.${name.text}()`;
  if (name.text === 'query' && isSqlText(node.arguments[0])) return '.query()';
  return null;
}

/** Whether an argument is SQL, as in `pool.query('select 1')` and `pool.query({ text: 'select 1' })`. */
function isSqlText(argument: ts.Expression | undefined): boolean {
  if (!argument) return false;
  if (ts.isStringLiteralLike(argument)) return sql_text.test(argument.text);
  if (ts.isTemplateExpression(argument)) return sql_text.test(argument.head.text);
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(
    (property) => ts.isPropertyAssignment(property) && isSqlText(property.initializer),
  );
}
