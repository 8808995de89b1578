import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/reference/conformance.md', root), 'utf8');
const sections = page.split(/^## /m).slice(1);

interface Row {
  readonly rule: string;
  readonly file: string;
  readonly name: string;
}

function rowsOf(text: string): Row[] {
  const rows = text.matchAll(/^\| (?<rule>.+?) \| `(?<file>[^`]+)` \| (?<name>.+?) \|$/gm);
  return [...rows].map(({ groups: { rule = '', file = '', name = '' } = {} }) => ({ rule, file, name }));
}

/** What tests are called: the first argument of `test`, `it` and `describe`, as it stands in the source. */
function titlesOf(file: string): Set<string> {
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
    // The library's suite runs without a test runner: its checks are properties, or named by a function.
    if (file.startsWith('packages/client/suite/')) {
      if (ts.isPropertyAssignment(node)) add(node.name);
      if (ts.isArrowFunction(node)) add(node.body);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return titles;
}

test.each(sections.map((text) => [text.split('\n', 1)[0], text]))('%s: tests are named', (_, text = '') => {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  // Two lines of each table are its head.
  expect(rowsOf(text)).toHaveLength(lines.length - 2);
  expect(lines.length).toBeGreaterThan(2);
});

test.each(rowsOf(page))('$rule', ({ file, name }) => {
  expect(existsSync(new URL(file, root)), `${file} is not there`).toBe(true);
  expect([...titlesOf(file)], `no test in ${file} is called so`).toContain(name);
});
