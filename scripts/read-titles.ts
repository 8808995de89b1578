import { readFileSync } from 'node:fs';
import ts from 'typescript';

const root = new URL('../', import.meta.url);

/**
 * Reads the titles of a file's tests: the first argument of `test`, `it` and `describe`, as written in the source.
 */
export function readTitles(file: string): Set<string> {
  const source = readFileSync(new URL(file, root), 'utf8');
  const titles = new Set<string>();
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteral(node)) titles.add(node.text);
    else if (node && ts.isTemplateLiteral(node)) titles.add(node.getText().slice(1, -1));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:test|it|describe)\b/.test(node.expression.getText())) {
      add(node.arguments[0]);
    }
    // The library's suite runs without a test runner: the title of a check is the name of a property, or the body
    // of an arrow function.
    if (file.startsWith('packages/client/suite/')) {
      if (ts.isPropertyAssignment(node)) add(node.name);
      if (ts.isArrowFunction(node)) add(node.body);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return titles;
}
