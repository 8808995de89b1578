import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readTree, type Tree } from '../tidy/read-tree.ts';
import { chooseTests } from './choose-tests.ts';

let tree: Tree;
beforeAll(async () => {
  tree = await readTree(resolve(import.meta.dirname, '../..'));
}, 60_000);

test.each([
  ['a file', 'scripts/test/choose-tests.ts', 'scripts/test/choose-tests.test.ts'],
  ['a test', 'packages/kernel/src/money.test.ts', 'packages/kernel/src/money.test.ts'],
  ['a file that another one stands on', 'scripts/tidy/read-imports.ts', 'scripts/test/choose-tests.test.ts'],
  ['a file that is gone', 'scripts/test/gone.ts', 'scripts/test/choose-tests.test.ts'],
])('a change of %s asks the tests beside it and those that import it', (_, changed, expected) => {
  expect(chooseTests(tree, [changed])).toContain(expected);
});

test('a change of one noun asks a fraction of all tests', () => {
  const chosen = chooseTests(tree, ['packages/core/src/ledger/post.ts']);
  const all = tree.code.filter(({ path }) => path.endsWith('.test.ts'));
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.length).toBeLessThan(all.length / 4);
});

test('a change that no test stands near asks none', () => {
  expect(chooseTests(tree, ['README.md'])).toEqual([]);
});
