import ts from 'typescript';
import { isGenerated } from './is-generated.ts';
import { type Breach, type CodeFile, lineOf, type Tree, walk } from './read-tree.ts';

export const file_lines_max = 400;
const function_lines_max = 70;

/** A changelog may have any length, because it only grows. */
const free_of_length = new Set(['CHANGELOG.md']);

/** Finds files and functions that are too long to read in one go. */
export function checkSizes(tree: Tree): Breach[] {
  const files = tree.files
    .filter(({ lines }) => lines > file_lines_max)
    .filter(({ path }) => !isGenerated(path) && !free_of_length.has(path))
    .map(({ path, lines }) => ({
      path,
      line: 1,
      message: `${lines} lines, ${file_lines_max} are allowed: split it by what it is about`,
    }));
  return [...files, ...tree.code.flatMap(longFunctions)];
}

function longFunctions(file: CodeFile): Breach[] {
  const breaches: Breach[] = [];
  walk(file.source, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || groupsTests(node)) return;
    const line = lineOf(file.source, node.getStart(file.source));
    const lines = lineOf(file.source, node.end) - line + 1;
    if (lines <= function_lines_max) return;
    const message = `${nameOf(node)} has ${lines} lines, ${function_lines_max} are allowed: split it`;
    breaches.push({ path: file.path, line, message });
  });
  return breaches;
}

/**
 * Whether a function only groups tests: it is the callback of `describe`, or of a function that runs a suite
 * (`exercise...`).
 */
function groupsTests(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node.parent) && /^(describe|exercise\w+)\b/.test(node.parent.expression.getText())
  );
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const named = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return named ? parent.name.getText() : 'this function';
}
