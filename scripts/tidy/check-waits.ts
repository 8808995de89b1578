import ts from 'typescript';
import { type Breach, breachAt, type CodeFile, type Tree, walk } from './read-tree.ts';

/**
 * Finds waits for a promise that is older than the waiting function or loop iteration: each wait leaves a reaction
 * on the promise, and a promise that lives as long as the process keeps them all.
 */
export function checkWaits(tree: Tree): Breach[] {
  return tree.code.filter(({ path, is_test }) => path.startsWith('packages/') && !is_test).flatMap(findWaits);
}

function findWaits(file: CodeFile): Breach[] {
  const breaches: Breach[] = [];
  walk(file.source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    for (const name of awaitedBy(node, node.expression)) {
      if (isDeclaredIn(roundOf(node), name.text)) continue;
      const message = `${name.text} is older than this wait, which stays on it: use a signal and @guichet/kernel/wait`;
      breaches.push(breachAt(file, name, message));
    }
  });
  return breaches;
}

/** The names of promises that a call of `Promise.race` or `then` waits for. */
function awaitedBy(
  call: ts.CallExpression,
  { expression, name }: ts.PropertyAccessExpression,
): ts.Identifier[] {
  if (name.text === 'then' || name.text === 'finally') return ts.isIdentifier(expression) ? [expression] : [];
  const [list] = call.arguments;
  if (expression.getText() !== 'Promise' || name.text !== 'race') return [];
  return list && ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isIdentifier) : [];
}

/** The innermost function or loop around a node. */
function roundOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (!ts.isSourceFile(at) && !ts.isFunctionLike(at) && !ts.isIterationStatement(at, false))
    at = at.parent;
  return at;
}

function isDeclaredIn(round: ts.Node, name: string): boolean {
  let isDeclared = false;
  walk(round, (node) => {
    if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isBindingElement(node)) return;
    if (ts.isIdentifier(node.name) && node.name.text === name) isDeclared = true;
  });
  return isDeclared;
}
