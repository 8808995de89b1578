import { resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { feed, pumps } from '../regexes/feed.ts';
import { readTree, type Tree, walk } from '../tidy/read-tree.ts';
import { calls, others } from './calls.ts';
import { findReaders, keyOf, type Reader } from './find-readers.ts';

const root = resolve(import.meta.dirname, '../..');
let tree: Tree;
let readers: readonly Reader[];
beforeAll(async () => {
  tree = await readTree(root);
  readers = findReaders(tree);
}, 60_000);

/** The maximum number of fields of a document, so that it is not much longer than its text. */
const fields_max = 12;
const inner_length = 8;

describe('the parsers of outside text', () => {
  test('take at most 1 ms per KB of hostile text of 1 to 256 KB, and the time grows linearly', async () => {
    const slow: string[] = [];
    for (const reader of readers) {
      const alone = await importReader(reader);
      const call = calls[keyOf(reader)];
      const read = call ? (text: string) => call(text, alone) : alone;
      const fields = reader.path.startsWith('packages/operators/') ? fieldsOf(reader.path) : [];
      const fault = findFault(read, fields);
      if (fault !== undefined) slow.push(`${keyOf(reader)}: ${fault}`);
    }
    for (const [name, read] of Object.entries(others)) {
      const fault = findFault(read, []);
      if (fault !== undefined) slow.push(`${name}: ${fault}`);
    }
    expect(slow).toEqual([]);
  }, 600_000);

  test('are reported when slow', () => {
    const square = (text: string): number =>
      [...text].reduce((sum, _, index) => sum + Number(text.slice(index).includes('\u0002')), 0);
    expect(findFault(square, [])).toMatch(/ ms on \d+ KB of /);
  });
});

/**
 * Feeds a text as it is, and as JSON with the text in every field that the reader uses, including nested in lists.
 */
function findFault(read: (text: string) => unknown, fields: readonly string[]): string | undefined {
  for (const pump of pumps) {
    const fault = feed(read, pump);
    if (fault !== undefined) return fault;
    if (fields.length === 0) continue;
    for (const shape of [flat, nested]) {
      const inJson = feed(read, pump, { shape: (text) => shape(fields, text) });
      if (inJson !== undefined) return `${shape.name} JSON: ${inJson}`;
    }
  }
  return undefined;
}

/** Spreads the text over the fields, so that the document contains it once. */
function flat(fields: readonly string[], text: string): string {
  const length = Math.ceil(text.length / fields.length);
  return JSON.stringify(
    Object.fromEntries(
      fields.map((field, index) => [field, text.slice(index * length, (index + 1) * length)]),
    ),
  );
}

/** Puts objects and lists into the first half of the fields, and the text into the others. */
function nested(fields: readonly string[], text: string): string {
  const inner = Object.fromEntries(fields.map((field) => [field, text.slice(0, inner_length)]));
  const half = Math.ceil(fields.length / 2);
  const holding = fields
    .slice(0, half)
    .map((field, index) => [field, index % 2 === 0 ? inner : [inner, inner]]);
  const rest = text.slice(0, Math.ceil(text.length / 2));
  const list = rest.match(/.{1,8}/gsu) ?? [];
  const others_left = fields
    .slice(half)
    .map((field, index) => [field, index === 0 ? rest : index === 1 ? list : '']);
  return JSON.stringify(Object.fromEntries([...holding, ...others_left]));
}

/** Lists the names that the code of a reader's file uses as fields. */
function fieldsOf(path: string): readonly string[] {
  const file = tree.code.find((one) => one.path === path);
  const found = new Set<string>();
  if (file) {
    walk(file.source, (node) => {
      if (ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node))
        found.add(node.name.getText(file.source));
      if (ts.isBindingElement(node)) found.add((node.propertyName ?? node.name).getText(file.source));
    });
  }
  return [...found].filter((name) => /^\w+$/.test(name)).slice(0, fields_max);
}

async function importReader({ path, name }: Reader): Promise<(...given: readonly unknown[]) => unknown> {
  const module: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = await import(
    resolve(root, path)
  );
  const read = module[name];
  if (!read) throw new Error(`${path} does not export ${name}`);
  return read;
}
