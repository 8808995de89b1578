import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type CodeFile, readTree } from '../tidy/read-tree.ts';
import { arrowsBack, circlesOf } from './count-core.ts';
import { findTwins } from './find-twins.ts';
import { measureTree } from './measure.ts';
import { renderTable } from './rows.ts';

let root: string | undefined;

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  root = await mkdtemp(join(tmpdir(), 'house-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

async function codeOf(files: Readonly<Record<string, string>>): Promise<readonly CodeFile[]> {
  return (await readTree(await write(files))).code;
}

afterEach(async () => {
  if (root) await rm(root, { recursive: true });
  root = undefined;
});

describe('duplicated code', () => {
  const body = (noun: string): string =>
    [
      `export function send${noun}(one: ${noun}, at: Date): number {`,
      `  const due = dueOf${noun}(one, at);`,
      `  if (due === null) return 0;`,
      `  const left = due.getTime() - at.getTime();`,
      `  record${noun}(one.id, left, '${noun}');`,
      `  return Math.max(left, 0);`,
      '}',
      '',
    ].join('\n');

  it('is found even if names, literals, comments and blank lines differ', async () => {
    const files = await codeOf({
      'a.ts': `import x from 'x';\n${body('Payout')}`,
      'b.ts': `// Why.\n\n${body('Refund').replace('  return Math', '\n  // Never negative.\n  return Math')}`,
    });
    expect(findTwins(files)).toEqual([
      [
        { path: 'a.ts', first_line: 2, last_line: 8 },
        { path: 'b.ts', first_line: 3, last_line: 11 },
      ],
    ]);
  });

  it('counts as three pairs when the same lines are in three places, two of them in one file', async () => {
    const files = await codeOf({ 'a.ts': `${body('A')}const x = 1;\n${body('B')}`, 'b.ts': body('C') });
    expect(findTwins(files)).toHaveLength(3);
  });

  it.each([
    [
      'five lines',
      body('A').split('\n').slice(0, 5).join('\n'),
      body('B').split('\n').slice(0, 5).join('\n'),
    ],
    [
      'lines with a different operator',
      body('A'),
      body('B').replace('due.getTime() - at', 'due.getTime() + at'),
    ],
    [
      'entries of a table',
      `const a = {\n${"  k: 'v',\n".repeat(30)}};`,
      `const b = {\n${'  l: 3,\n'.repeat(30)}};`,
    ],
    ['imports', "import a from 'a';\n".repeat(30), "import b from 'b';\n".repeat(30)],
    [
      're-exports of an index',
      `export {\n${'  a,\n'.repeat(30)}} from 'a';`,
      `export {\n${'  b,\n'.repeat(30)}} from 'b';`,
    ],
    ['brackets', `f(${'[\n'.repeat(9)}${']\n'.repeat(9)});`, `g(${'[\n'.repeat(9)}${']\n'.repeat(9)});`],
  ])('does not include %s', async (_, one, other) => {
    expect(findTwins(await codeOf({ 'a.ts': one, 'b.ts': other }))).toEqual([]);
  });
});

describe('folders', () => {
  const arrows = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'd' },
    { from: 'd', to: 'e' },
    { from: 'e', to: 'd' },
    { from: 'f', to: 'a' },
  ];

  it('form an import cycle if each can be reached from every other', () => {
    expect(circlesOf(arrows)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(circlesOf(arrows.slice(0, 2))).toEqual([]);
  });

  it('import backwards when they import a folder that comes later in the order', () => {
    expect(arrowsBack(arrows, ['c', 'b', 'a', 'd'])).toEqual([
      { from: 'c', to: 'a' },
      { from: 'c', to: 'd' },
    ]);
  });
});

it('the report counts tracked lines by kind, and imports of core by other packages', async () => {
  const folder = await write({
    'packages/core/package.json': JSON.stringify({ name: '@guichet/core', exports: { './*': './src/*.ts' } }),
    'packages/core/src/a/one.ts': '/** What it is. */\nexport const one = 1;\n',
    'packages/core/src/a/two.ts': "/**\n * How it is.\n */\nimport '../b/three.ts';\n",
    'packages/core/src/b/three.ts': "import '../a/one.ts';\n",
    'packages/core/src/b/three.test.ts': "import './three.ts';\n\n",
    'packages/server/src/x.ts': "import '@guichet/core/a/one';\n// Not tracked.\n",
    'packages/server/src/y.test.ts': "import '@guichet/core/b/three';\n",
    'packages/server/src/y.css': 'a {\n}\n',
    'package-lock.json': '{\n}\n',
    'docs/page.md': 'Text.\n',
  });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('rm', '--quiet', '--cached', 'packages/server/src/x.ts');
  expect(await measureTree(folder)).toEqual({
    source_lines: 9,
    test_lines: 3,
    generated_lines: 2,
    twins: 0,
    twins_of_tests: 0,
    twins_of_payouts_and_refunds: 0,
    core_entry_points: 1,
    core_folders_in_circles: 2,
    question_comments: 2,
    file_lines_median: 2,
    file_lines_p90: 4,
    long_files: 0,
  });
});

it('the report prints each figure next to earlier ones, and whether it meets its target', () => {
  const before = { commit: '89de11c', reported: { source_lines: 92_126 }, counted: { source_lines: 91_614 } };
  const table = renderTable(before, { source_lines: 83_999, generated_lines: 20_001 }).split('\n');
  expect(table[1]).toMatch(/^lines of hand-written source +92,126 +91,614 +83,999 +<= 84,000 +met$/);
  expect(table.find((line) => line.startsWith('generated'))).toMatch(/ - +- +20,001 +<= 20,000 +not met$/);
  expect(table.find((line) => line.includes('minutes'))).toMatch(/ - +- +- +<= 8$/);
});
