import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tidy } from './tidy.ts';

/** The rules about documentation: the form of decisions, paths that exist, words of the glossary. */

type Files = Readonly<Record<string, string>>;
type Case = readonly [path: string, text: string, breach: string];

/** Returns the breaches in the given files; all others, such as those about missing wings, are left out. */
async function tidyOf(files: Files): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'tidy-docs-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const surroundings = {
    'package.json': '{}',
    'packages/core/src/ledger/b.test.ts': '',
    'docs/decisions/README.md': '[0001 Money is counted](0001-a.md)',
  };
  for (const [path, text] of Object.entries({ ...surroundings, ...files })) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return (await tidy(root)).filter((breach) => files[breach.split(':')[0] ?? ''] !== undefined);
}

const decision = (number: string, ...headings: readonly string[]): string =>
  [`# ${number} Money is counted`, ...headings.map((heading) => `## ${heading}\n\nWords.`)].join('\n\n');

const breaches: Readonly<Record<string, readonly Case[]>> = {
  'decisions without the required form': [
    [
      'docs/decisions/0001-a.md',
      decision('0001', 'Context', 'Decision'),
      ':1: the headings Context, Decision',
    ],
    [
      'docs/decisions/0001-a.md',
      decision('0001', 'Decision', 'Context', 'Consequences'),
      ':1: the headings Context, Decision, Consequences must occur',
    ],
    [
      'docs/decisions/0001-a.md',
      decision('0001', 'Context', 'Decision', 'Consequences', 'Costs'),
      ":1: 'Costs' is not one of the headings",
    ],
  ],
  'paths that do not exist': [
    ['docs/a.md', '\nIn `packages/core/src/pay.ts`.', ":2: 'packages/core/src/pay.ts' does not exist"],
    ['packages/core/README.md', 'In `src/gone/`.', ":1: 'packages/core/src/gone/' does not exist"],
  ],
  'doc comments that begin with a question': [
    [
      'packages/core/src/ledger/a.ts',
      '/** What it is. */\nexport const one = 1;',
      ':1: "What": begin with the noun or the verb',
    ],
    [
      'packages/core/src/ledger/a.ts',
      '/**\n * How long it takes.\n */\nexport const one = 1;',
      ':1: "How": begin with the noun or the verb',
    ],
  ],
  'banned words': [
    ['docs/a.md', 'A look-up finds out.', ':1: "look-up": the word is "status inquiry"'],
    [
      'packages/core/src/ledger/a.ts',
      "// Why.\nconst code = 'waits_for_nobody';",
      ':2: "waits_for_nobody": the word is "already_decided"',
    ],
  ],
};

for (const [rule, cases] of Object.entries(breaches)) {
  describe(rule, () => {
    it.each(cases)('reports a breach in %s', async (path, text, breach) => {
      const found = await tidyOf({ [path]: text });
      expect(found).toEqual([expect.stringContaining(`${path}${breach}`)]);
    });
  });
}

const unlisted: Readonly<Record<string, readonly [Files, readonly string[]]>> = {
  'that are not in the index, and whose title has a different number': [
    { 'docs/decisions/0002-b.md': decision('0003', 'Context', 'Decision', 'Consequences') },
    [
      'docs/decisions/0002-b.md:1: the title does not begin with "# 0002 "',
      'docs/decisions/0002-b.md:1: docs/decisions/README.md lacks [0003 Money is counted](0002-b.md)',
    ],
  ],
  'with a number that is taken': [
    {
      'docs/decisions/README.md': '[0001 Money is counted](0001-a.md) [0001 Money is counted](0001-b.md)',
      'docs/decisions/0001-a.md': decision('0001', 'Context', 'Decision', 'Consequences'),
      'docs/decisions/0001-b.md': decision('0001', 'Context', 'Decision', 'Consequences'),
    },
    ['docs/decisions/0001-b.md:1: number 0001 is taken by docs/decisions/0001-a.md'],
  ],
};

describe('the rules report decisions', () => {
  it.each(Object.entries(unlisted))('%s', async (_, [files, expected]) => {
    const found = await tidyOf(files);
    expect(found).toEqual(expected.map((line) => expect.stringContaining(line)));
  });
});

it('pages that follow the rules pass', async () => {
  const allowed = {
    'docs/a.md':
      'TODO is a word here, `packages/core/src/ledger/b.test.ts` and `packages/core/src/ledger/` are there',
    'docs/decisions/0001-a.md': decision('0001', 'Context', 'Decision', 'Measurements', 'Consequences'),
    'docs/glossary.md': 'look-up',
    'docs/names-that-changed.md': '`waits_for_nobody` was in `packages/core/src/gone.ts`',
    'CHANGELOG.md': 'Removed `packages/core/src/gone.ts`',
  };
  expect(await tidyOf(allowed)).toEqual([]);
});
