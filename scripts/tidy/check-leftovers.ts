import ts from 'typescript';
import { type Breach, breachAt, type CodeFile, commentsNear, type Tree, walk } from './read-tree.ts';

/** Finds unfinished code, and code that silences a tool or an error. */
export function checkLeftovers(tree: Tree): Breach[] {
  return tree.code.flatMap((file) => [...checkComments(file), ...checkNodes(file)]);
}

/** The third mark counts only as a comment's first word: it is also the code of ISO 4217 for "no currency". */
const unfinished = /\b(TODO|FIXME)\b|(?<=^(\/\/|\/\*+)\s*)XXX\b/;
const silencer = /@ts-(ignore|nocheck)\b/;
/** This comment is allowed with a reason after it, because it fails by itself once the error is gone. */
const bare_expectation = /@ts-expect-error\W*$/;

function checkComments(file: CodeFile): Breach[] {
  return file.comments.flatMap(({ text, first_line }) => {
    const [mark] = unfinished.exec(text) ?? silencer.exec(text) ?? bare_expectation.exec(text) ?? [];
    if (mark === undefined) return [];
    return [{ path: file.path, line: first_line, message: `${mark.trim()}: finish it, or open an issue` }];
  });
}

function checkNodes(file: CodeFile): Breach[] {
  const breaches: Breach[] = [];
  walk(file.source, (node) => {
    const message = problemOf(file, node);
    if (message) breaches.push(breachAt(file, node, message));
  });
  return breaches;
}

function problemOf(file: CodeFile, node: ts.Node): string | null {
  if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.AnyKeyword) {
    return 'as any: name the type, or use unknown and check it';
  }
  if (ts.isCatchClause(node) && isEmpty(node.block)) {
    return 'empty catch: handle the error, or say in a comment why it does not matter';
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return problemOfCall(file, node, node.expression);
  }
  return null;
}

function problemOfCall(
  file: CodeFile,
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
): string | null {
  const { text } = callee.name;
  if (text === 'catch' && swallows(file, call.arguments[0])) {
    return 'catch that swallows: handle the error, or say in a comment why it does not matter';
  }
  if (!/^(describe|test|it)\b/.test(callee.getText())) return null;
  if (/\.only\b/.test(callee.getText())) return '.only: the other tests would not run';
  const skips = /\.(skip|todo)$/.exec(callee.getText());
  if (!skips || commentsNear(file, call).length > 0) return null;
  return `.${skips[1]} without a reason: give it in a comment above`;
}

function swallows(file: CodeFile, handler: ts.Node | undefined): boolean {
  if (!handler || !ts.isArrowFunction(handler)) return false;
  if (ts.isBlock(handler.body)) return isEmpty(handler.body);
  return handler.body.getText() === 'undefined' && commentsNear(file, handler).length === 0;
}

/** Whether a block has neither a statement nor a comment. */
function isEmpty(block: ts.Block): boolean {
  return /^\{\s*\}$/.test(block.getText());
}
