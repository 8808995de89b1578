import ts from 'typescript';
import { type Breach, breachAt, type CodeFile, type Tree, walk } from './read-tree.ts';

const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** Names such as README.md and LICENSE, which are in upper case everywhere. */
const large = /^[A-Z]+(_[A-Z]+)*(\.md)?$/;
const empty_words = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers']);

/** Finds names that break the project's conventions, and meaningless names. */
export function checkNames(tree: Tree): Breach[] {
  return [...tree.files.flatMap((file) => checkPath(file.path)), ...tree.code.flatMap(checkExports)];
}

function checkPath(path: string): Breach[] {
  const parts = path.split('/');
  const messages: string[] = [];
  const odd = parts.find((part) => !kebab.test(part) && !large.test(part));
  if (odd) messages.push(`'${odd}' is not kebab-case`);
  const word = parts
    .flatMap((part) => part.toLowerCase().split(/[-._]/))
    .find((part) => empty_words.has(part));
  if (word) messages.push(emptyWord(word));
  return messages.map((message) => ({ path, line: 1, message }));
}

function checkExports(file: CodeFile): Breach[] {
  const breaches: Breach[] = [];
  walk(file.source, (node) => {
    if (!ts.isIdentifier(node) || !isDeclaredAndExported(node)) return;
    const words = node.text.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
    const word = words.find((one) => empty_words.has(one));
    if (word) breaches.push(breachAt(file, node, `${node.text}: ${emptyWord(word)}`));
  });
  return breaches;
}

function isDeclaredAndExported(name: ts.Identifier): boolean {
  const { parent } = name;
  const declares =
    ts.isFunctionDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isVariableDeclaration(parent);
  if (!declares || parent.name !== name) return false;
  return (ts.getCombinedModifierFlags(parent) & ts.ModifierFlags.Export) !== 0;
}

function emptyWord(word: string): string {
  return `"${word}" says nothing: name it after what it does`;
}
