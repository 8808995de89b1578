import ts from 'typescript';
import { type Breach, breachAt, type CodeFile, commentsNear, type Tree, walk } from './read-tree.ts';

/** Finds calls that are allowed only in some places: output, floating point near money, randomness. */
export function checkCalls(tree: Tree): Breach[] {
  return tree.code.flatMap((file) => {
    const breaches: Breach[] = [];
    walk(file.source, (node) => {
      const message = problemOf(file, node);
      if (message) breaches.push(breachAt(file, node, message));
    });
    return breaches;
  });
}

const may_print =
  /^(packages\/cli|packages\/client\/runtimes|scripts|examples|benchmarks|simulation|drill|soak)\//;

function problemOf(file: CodeFile, node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) {
    return problemOfTimers(node) ?? problemOfMock(file, node) ?? problemOfAccess(file, node);
  }
  if (isHookOfModule(file, node)) {
    return 'a hook at the top of a module that several test files import runs only for the first of them: call it in a function that each of them calls';
  }
  if (!file.path.startsWith('packages/') || file.is_test) return null;
  if (ts.isCallExpression(node) && /^(Number\.)?parseFloat$/.test(node.expression.getText())) {
    return 'parseFloat: money is read from text into bigint by @guichet/kernel/money';
  }
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.SlashToken &&
    node.right.getText() === '100'
  ) {
    return '/ 100: not every currency has cents; convert with @guichet/kernel/money';
  }
  return null;
}

/**
 * A test worker runs many files and loads each module once, so only a test file may have hooks at its top level.
 */
function isHookOfModule(file: CodeFile, node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    /^(before|after)(All|Each)$/.test(node.expression.getText()) &&
    ts.isSourceFile(node.parent.parent) &&
    !/\.test\.tsx?$/.test(file.path)
  );
}

/**
 * The service that the files of a test worker share runs in the same process. A timer that it sets while time is
 * faked never fires, and its job queue sleeps.
 */
function problemOfTimers(node: ts.PropertyAccessExpression): string | null {
  const name = node.getText();
  if (!/^(vi|vitest)\.(useFakeTimers|setSystemTime)$/.test(name)) return null;
  return `${name}: the service of the same process would sleep; give the code a shorter time or a clock`;
}

/** A test worker keeps a mocked module for all files that it runs afterward. */
function problemOfMock(file: CodeFile, node: ts.PropertyAccessExpression): string | null {
  if (node.getText() !== 'vi.doMock' || file.source.text.includes('vi.doUnmock(')) return null;
  return 'vi.doMock: the worker keeps it for the files that follow; remove it again with vi.doUnmock';
}

function problemOfAccess(file: CodeFile, node: ts.PropertyAccessExpression): string | null {
  const name = node.getText();
  if (/^console\.\w+$/.test(name) && !may_print.test(file.path)) {
    return `${name}: use a Log (@guichet/kernel/log)`;
  }
  if (name !== 'Math.random') return null;
  return isJitter(file, node)
    ? null
    : 'Math.random: use node:crypto, or write "jitter" in a comment where randomness spreads load';
}

/** Whether a comment next to the call, or above the function that contains it, says "jitter". */
function isJitter(file: CodeFile, node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionDeclaration);
  const comments = [...commentsNear(file, node), ...(around ? commentsNear(file, around) : [])];
  return comments.some((comment) => /\bjitter\b/i.test(comment.text));
}
