import ts from 'typescript';
import { expect, test } from 'vitest';
import type { CodeFile, Tree } from '../tidy/read-tree.ts';
import { readRegexes } from './read-regexes.ts';

const treeOf = (text: string, path = 'packages/a/src/a.ts', is_test = false): Tree => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const file: CodeFile = { path, text, lines: 1, source, comments: [], workspace: null, is_test };
  return { files: [], paths: new Set(), code: [file], workspaces: [], root_dependencies: new Set() };
};

test.each<[string, string, string[]]>([
  ['a literal', 'text.replace(/a\\/b+/gu, "")', ['/a\\/b+/gu']],
  ['a constructor', "new RegExp('a+', 'i'); RegExp('b+')", ['/a+/i', '/b+/']],
  ['a constructor of a literal', 'new RegExp(/c+/)', ['/c+/']],
  ['a pattern of a schema', "Type.String({ pattern: '^a+$' })", ['/^a+$/']],
  ['a text that a method uses as a pattern', "text.matchAll('a.b')", ['/a.b/']],
  [
    'constants',
    `const letter = "[a-z]"; const word = \`\${letter}+\`; new RegExp(\`^\${word}$\`)`,
    ['/^[a-z]+$/'],
  ],
  ['parts that are known only at run time', `new RegExp(\`^\${given}_[a-z]+$\`)`, ['/^x_[a-z]+$/']],
  ['one that occurs twice', '/a/; /a/', ['/a/']],
])('the scan finds %s', (_, text, expected) => {
  const { regexes, unreadable } = readRegexes(treeOf(text));
  expect(regexes.map(({ source, flags }) => `/${source}/${flags}`)).toEqual(expected);
  expect(unreadable).toEqual([]);
});

test('the scan reports the place of an unreadable expression', () => {
  expect(readRegexes(treeOf('\nnew RegExp(given)')).unreadable).toEqual(['packages/a/src/a.ts:2']);
});

test('the scan skips tests, and files outside packages', () => {
  expect(readRegexes(treeOf('/a/', 'packages/a/src/a.test.ts', true)).regexes).toEqual([]);
  expect(readRegexes(treeOf('/a/', 'scripts/a.ts')).regexes).toEqual([]);
});
