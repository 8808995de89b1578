import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTree, type Tree } from '../tidy/read-tree.ts';
import { chooseTests } from './choose-tests.ts';

const manifest = JSON.stringify({
  name: '@guichet/core',
  exports: { './ledger': './src/ledger/index.ts', './*': './src/*.ts' },
});
const far = Array.from({ length: 20 }, (_, index) => `packages/core/src/reads/far-${index}.test.ts`);

/** A noun, `refunds`, and the files near it. */
const files: Readonly<Record<string, string>> = {
  'packages/core/package.json': manifest,
  'packages/core/src/refunds/create.ts': '',
  'packages/core/src/refunds/show.ts': "import './create.ts';",
  'packages/core/src/refunds/create.test.ts': "import './create.ts';",
  'packages/core/src/refunds/states.test.ts': '',
  'packages/core/src/refunds/forms/read.test.ts': '',
  'packages/core/src/payouts/create.ts': '',
  'packages/core/src/payouts/create.test.ts': "import './create.ts';",
  'packages/core/src/reads/detail.test.ts': "import '../refunds/create.ts';",
  'packages/core/src/reads/browse.test.ts': "import '../refunds/show.ts';",
  'e2e/refunds.test.ts': "import '@guichet/core/refunds/create';",
  'packages/core/src/ledger/post.ts': '',
  'packages/core/src/ledger/check.ts': '',
  'packages/core/src/ledger/index.ts':
    "export { check } from './check.ts';\nexport { post } from './post.ts';",
  'simulation/books.test.ts': "import { post } from '@guichet/core/ledger';",
  'simulation/checks.test.ts': "import { check } from '@guichet/core/ledger';",
  ...Object.fromEntries(far.map((path) => [path, "import '../refunds/show.ts';"])),
};
const beside = ['packages/core/src/refunds/create.test.ts', 'packages/core/src/refunds/states.test.ts'];

let root: string;
let tree: Tree;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'choose-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  tree = await readTree(root);
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  ['next to it', beside],
  ['that import it by path and by name', ['packages/core/src/reads/detail.test.ts', 'e2e/refunds.test.ts']],
  ['of folders below', ['packages/core/src/refunds/forms/read.test.ts']],
  ['that import it through one file', ['packages/core/src/reads/browse.test.ts']],
])('a change to a file runs the tests %s', (_, expected) => {
  expect(chooseTests(tree, ['packages/core/src/refunds/create.ts']).tests).toEqual(
    expect.arrayContaining([...expected]),
  );
});

test('a change to one noun runs the nearest tests, and prints how many it left out', () => {
  const { tests, left_out } = chooseTests(tree, ['packages/core/src/refunds/create.ts']);
  expect(tests).toHaveLength(2 + 10);
  expect(tests).not.toContain('packages/core/src/payouts/create.test.ts');
  // 2 import the noun, 1 is in a folder below and 21 import it through one file; 10 of these were chosen.
  expect(left_out).toBe(14);
});

test('a change to two nouns runs the tests of both', () => {
  const { tests } = chooseTests(tree, [
    'packages/core/src/refunds/create.ts',
    'packages/core/src/payouts/create.ts',
  ]);
  expect(tests).toEqual(expect.arrayContaining([...beside, 'packages/core/src/payouts/create.test.ts']));
});

test('a change behind an index runs tests that import the changed name, not all that import the index', () => {
  const { tests } = chooseTests(tree, ['packages/core/src/ledger/post.ts']);
  expect(tests).toEqual(['simulation/books.test.ts']);
});

test.each([
  ['a test runs itself', 'e2e/refunds.test.ts', ['e2e/refunds.test.ts']],
  [
    'a deleted file runs the tests next to it',
    'packages/core/src/payouts/gone.ts',
    ['packages/core/src/payouts/create.test.ts'],
  ],
  ['a file of the root that no test imports runs none', 'README.md', []],
])('a change to %s', (_, changed, expected) => {
  expect(chooseTests(tree, [changed])).toEqual({ tests: expected, left_out: 0 });
});
