import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { core_entries } from './tidy/wings.ts';
import { tidy } from './tidy.ts';

type Files = Readonly<Record<string, string>>;

const exportsOf = (name: string): Readonly<Record<string, string>> => {
  if (name === '@guichet/client') return { '.': './src/index.ts' };
  if (name !== '@guichet/core') return { './*': './src/*.ts' };
  return Object.fromEntries(core_entries.map((entry) => [`./${entry}`, `./src/${entry}/index.ts`]));
};

const manifest = (name: string, dependencies: readonly string[]): string =>
  JSON.stringify({
    name,
    exports: exportsOf(name),
    dependencies: Object.fromEntries(dependencies.map((one) => [one, '1.0.0'])),
  });

/** The files around every case. */
const surroundings: Files = {
  'package.json': JSON.stringify({ devDependencies: { vitest: '5.0.0' } }),
  'packages/kernel/package.json': manifest('@guichet/kernel', ['ulid', '@guichet/core']),
  'packages/operators/package.json': manifest('@guichet/operators', ['@guichet/kernel']),
  'packages/core/package.json': manifest('@guichet/core', ['@guichet/kernel', 'kysely', 'pg']),
  'packages/client/package.json': manifest('@guichet/client', ['@guichet/kernel']),
  'packages/dashboard/package.json': manifest('@guichet/dashboard', ['@guichet/kernel']),
  'packages/extra/package.json': manifest('@guichet/extra', ['@guichet/kernel']),
  'packages/core/src/ledger/b.test.ts': '',
  'packages/core/src/ledger/index.ts': '',
  'packages/core/src/routing/index.ts': '',
  'examples/shop/package.json': manifest('@guichet/example-shop', ['@guichet/client', '@guichet/kernel']),
};

let root: string | undefined;

async function tidyOf(files: Files): Promise<string[]> {
  root = await mkdtemp(join(tmpdir(), 'tidy-'));
  for (const [path, text] of Object.entries({ ...surroundings, ...files })) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return tidy(root);
}

afterEach(async () => {
  if (root) await rm(root, { recursive: true });
  root = undefined;
});

/** One file with one breach, and the beginning of its message. */
type Case = readonly [path: string, text: string, breach: string];

const long = (lines: number, line: string): string => `${line}\n`.repeat(lines);
const longFunction = (lines: number): string => `export function go(): void {\n${long(lines - 2, '')}}\n`;

const breaches: Readonly<Record<string, readonly Case[]>> = {
  'imports between packages': [
    [
      'packages/kernel/src/a.ts',
      "import '@guichet/core/ledger';",
      ":1: packages/kernel may not import '@guichet/core/ledger'",
    ],
    ['packages/client/src/a.ts', "import '@guichet/kernel/b';", ':1: packages/client may not import'],
    [
      'packages/dashboard/src/a.ts',
      "\nexport * from '@guichet/kernel/phone';",
      ':2: packages/dashboard may not',
    ],
    ['examples/shop/server.ts', "await import('@guichet/kernel/money');", ':1: examples/shop may not import'],
    ['packages/extra/src/a.ts', "import '@guichet/kernel/b';", ':1: packages/extra has no import rule'],
    [
      'packages/core/src/ledger/a.ts',
      "type T = import('@guichet/core/ledger/b').T;",
      ":1: '@guichet/core/ledger/b' is this same package",
    ],
    [
      'packages/core/src/ledger/a.ts',
      "import '../../../kernel/src/b.ts';",
      ":1: '../../../kernel/src/b.ts' reaches into packages/kernel",
    ],
    [
      'scripts/a.ts',
      "import '../packages/core/src/ledger/b.ts';",
      ":1: '../packages/core/src/ledger/b.ts' reaches into packages/core",
    ],
    [
      'packages/core/src/ledger/a.ts',
      "import '../../../../scripts/b.ts';",
      ":1: '../../../../scripts/b.ts' climbs out of packages/core",
    ],
    ['scripts/a.ts', "import '../../b.ts';", ":1: '../../b.ts' climbs out of the repository"],
  ],
  'imports from elsewhere': [
    ['packages/core/src/ledger/a.ts', "import './b.test.ts';", ":1: './b.test.ts' is test code"],
    [
      'packages/operators/src/a.ts',
      "import 'ulid/x';",
      ":1: 'ulid' is not listed in packages/operators/package.json",
    ],
    [
      'packages/core/src/ledger/a.ts',
      "import 'vitest';",
      ":1: 'vitest' is not listed in packages/core/package.json",
    ],
    ['packages/core/src/ledger/a.test.ts', "import '@not/known';", ":1: '@not/known' is not listed"],
    ['scripts/a.ts', "import 'left-pad';", ":1: 'left-pad' is not listed in any package.json"],
    ['packages/kernel/src/a.ts', "import 'node:fs';", ":1: packages/kernel may not import 'node:fs'"],
    ['packages/core/src/ledger/a.ts', "import 'node:http';", ":1: packages/core may not import 'node:http'"],
    ['packages/client/src/a.ts', "import 'node:crypto';", ":1: packages/client may not import 'node:crypto'"],
  ],
  sizes: [
    ['docs/a.md', long(401, 'x'), ':1: 401 lines, 400 are allowed'],
    ['packages/core/src/ledger/a.ts', `\n${longFunction(71)}`, ':2: go has 71 lines, 70 are allowed'],
    ['packages/core/src/ledger/a.ts', `const go = () => {\n${long(69, '')}};`, ':1: go has 71 lines'],
    [
      'packages/core/src/ledger/a.test.ts',
      `it('x', () => {\n${long(69, '')}});`,
      ':1: this function has 71 lines',
    ],
  ],
  'SQL outside of queries': [
    ['packages/core/src/ledger/a.ts', "db\n  .selectFrom('payments');", ':1: .selectFrom()'],
    ['packages/core/src/ledger/a.ts', "db.insertInto('payments');", ':1: .insertInto()'],
    ['packages/core/src/ledger/a.ts', "db.updateTable('payments');", ':1: .updateTable()'],
    ['packages/core/src/ledger/a.ts', "db.deleteFrom('payments');", ':1: .deleteFrom()'],
    ['packages/core/src/ledger/a.ts', 'query.executeTakeFirst();', ':1: .executeTakeFirst()'],
    ['packages/core/src/ledger/a.ts', 'sql`select 1`;', ':1: sql`...`'],
    ['packages/core/src/ledger/a.ts', "sql.raw('x');", ':1: .raw()'],
    ['packages/core/src/ledger/a.ts', "pool.query('SELECT 1');", ':1: .query()'],
    ['scripts/a.ts', `pool.query(\`\n  insert into \${table}\`);`, ':1: .query()'],
    ['packages/core/src/ledger/a.ts', "pool.query({ text: 'select 1' });", ':1: .query()'],
  ],
  waits: [
    [
      'packages/core/src/ledger/a.ts',
      'const end = new Promise<void>(() => {});\nexport const wait = () => Promise.race([end, new Promise(() => {})]);',
      ':2: end is older than this wait',
    ],
    [
      'packages/core/src/ledger/a.ts',
      'export function wait(end: Promise<void>) {\n  for (;;) void end.then(() => {});\n}',
      ':2: end is older than this wait',
    ],
  ],
  leftovers: [
    ['packages/core/src/ledger/a.ts', '\n// TODO later', ':2: TODO'],
    ['packages/core/src/ledger/a.ts', '/**\n * FIXME\n */\nexport {};', ':1: FIXME'],
    ['packages/core/src/ledger/a.ts', 'go(/* XXX why */);', ':1: XXX'],
    ['packages/core/src/ledger/a.ts', '// @ts-ignore\ngo();', ':1: @ts-ignore'],
    ['packages/core/src/ledger/a.ts', '// @ts-expect-error\ngo();', ':1: @ts-expect-error'],
    ['packages/core/src/ledger/a.ts', 'go(x as any);', ':1: as any'],
    ['packages/core/src/ledger/a.ts', 'try {\n  go();\n} catch (error) {}', ':3: empty catch'],
    ['packages/core/src/ledger/a.ts', 'go().catch(() => {});', ':1: catch that swallows'],
    ['packages/core/src/ledger/a.ts', 'go().catch(() => undefined);', ':1: catch that swallows'],
    ['packages/core/src/ledger/a.test.ts', "it.only('x', go);", ':1: .only'],
    ['packages/core/src/ledger/a.test.ts', "describe.only.each([1])('x', go);", ':1: .only'],
    ['packages/core/src/ledger/a.test.ts', "it.skip('x', go);", ':1: .skip without a reason'],
  ],
  'calls that are not allowed': [
    ['packages/core/src/ledger/a.ts', "console.log('x');", ':1: console.log'],
    ['packages/core/src/ledger/a.ts', "parseFloat('1.5');", ':1: parseFloat'],
    ['packages/core/src/ledger/a.ts', "Number.parseFloat('1.5');", ':1: parseFloat'],
    ['packages/core/src/ledger/a.ts', 'const major = minor / 100;', ':1: / 100'],
    ['packages/core/src/ledger/a.ts', '// an identifier\nconst id = Math.random();', ':2: Math.random'],
    ['packages/core/src/testing/set-up.ts', 'beforeAll(go);', ':1: a hook at the top of a module'],
    ['packages/core/src/ledger/a.test.ts', "vi.doMock('./b.ts', go);", ':1: vi.doMock: the worker keeps it'],
    ['packages/core/src/ledger/a.test.ts', 'vi.useFakeTimers();', ':1: vi.useFakeTimers: the service'],
  ],
  names: [
    ['packages/core/src/ledger/makePayment.ts', '', ":1: 'makePayment.ts' is not kebab-case"],
    ['packages/core/src/ledger/Payments/make.ts', '', ":1: 'Payments' is not kebab-case"],
    ['packages/core/src/ledger/string-utils.ts', '', ':1: "utils" says nothing'],
    ['packages/core/src/ledger/helpers/make.ts', '', ':1: "helpers" says nothing'],
    [
      'packages/core/src/ledger/a.ts',
      '\nexport class PaymentManager {}',
      ':2: PaymentManager: "manager" says nothing',
    ],
    [
      'packages/core/src/ledger/a.ts',
      'export const date_helper = 1;',
      ':1: date_helper: "helper" says nothing',
    ],
  ],
  'versions of installed packages': [
    [
      'package.json',
      '{\n  "devDependencies": {\n    "vitest": "5.0.0",\n    "pg": "^8.0.0"\n  }\n}',
      ":4: 'pg' has no exact version, but '^8.0.0'",
    ],
    ['package.json', '{ "dependencies": { "node": "~24.21.0" } }', ":1: 'node' has no exact version"],
    ['package.json', '{ "dependencies": { "node": "24" } }', ":1: 'node' has no exact version"],
    [
      'packages/client/package.json',
      '{ "optionalDependencies": { "pg": "latest" } }',
      ":1: 'pg' has no exact",
    ],
    ['package.json', '{ "dependencies": { "old": "npm:pg@^7.0.0" } }', ":1: 'old' has no exact version"],
    ['packages/extra/package.json', '{ "dependencies": { "pg": ">=8.0.0 <9" } }', ":1: 'pg' has no exact"],
  ],
};

for (const [rule, cases] of Object.entries(breaches)) {
  describe(rule, () => {
    for (const [path, text, breach] of cases) {
      it(`reports ${path}${breach}`, async () => {
        const found = await tidyOf({ [path]: text });
        expect(found).toHaveLength(1);
        expect(found[0]).toContain(`${path}${breach}`);
      });
    }
  });
}

const cycles: Readonly<Record<string, readonly [Files, readonly string[]]>> = {
  'of a file with itself': [
    { 'packages/core/src/ledger/a.ts': "import './a.ts';" },
    [
      'packages/core/src/ledger/a.ts:1: import cycle packages/core/src/ledger/a.ts -> packages/core/src/ledger/a.ts',
    ],
  ],
  'of two files, reported once, also through types only': [
    {
      'packages/core/src/ledger/a.ts': "\nimport { b } from './b.ts';",
      'packages/core/src/ledger/b.ts': "import type { A } from './a.ts';",
    },
    [
      'packages/core/src/ledger/a.ts:2: import cycle packages/core/src/ledger/a.ts -> packages/core/src/ledger/b.ts -> packages/core/src/ledger/a.ts',
    ],
  ],
  'across packages': [
    {
      'packages/kernel/src/a.test.ts': "import '@guichet/operators/b.test';",
      'packages/operators/src/b.test.ts': "import '@guichet/kernel/c.test';",
      'packages/kernel/src/c.test.ts': "import './a.test.ts';",
    },
    [
      'packages/kernel/src/a.test.ts:1: import cycle packages/kernel/src/a.test.ts -> packages/operators/src/b.test.ts -> packages/kernel/src/c.test.ts -> packages/kernel/src/a.test.ts: ',
    ],
  ],
};

describe('the rules report import cycles', () => {
  it.each(Object.entries(cycles))('%s', async (_, [files, expected]) => {
    const found = await tidyOf(files);
    expect(found).toEqual(expected.map((line) => expect.stringContaining(line)));
  });
});

const arrows: Readonly<Record<string, readonly [Files, readonly string[]]>> = {
  'to a later wing': [
    { 'packages/core/src/ledger/a.ts': "\nimport { b } from '../routing/accounts/b.ts';" },
    [
      "packages/core/src/ledger/a.ts:2: '../routing/accounts/b.ts': ledger comes before routing and may not import it",
    ],
  ],
  'to a later wing through types only, and back': [
    {
      'packages/core/src/routing/accounts/b.ts': "import { a } from '../../ledger/a.ts';",
      'packages/core/src/ledger/a.ts': "export type { B } from '../routing/accounts/c.ts';",
    },
    ["packages/core/src/ledger/a.ts:1: '../routing/accounts/c.ts': ledger comes before routing"],
  ],
  'of a folder that is not a wing, and of a file outside the wings': [
    { 'packages/core/src/links/make.ts': '', 'packages/core/src/pay.ts': '' },
    [
      'packages/core/src/links/make.ts:1: links is not a wing of core',
      'packages/core/src/pay.ts:1: pay.ts is not a wing of core',
    ],
  ],
};

const indexes: Readonly<Record<string, readonly [Files, readonly string[]]>> = {
  'that does not exist': [
    { 'packages/core/src/events/emit.ts': '' },
    ['packages/core/src/events:1: the wing has no index.ts'],
  ],
  'that contains more than names, and names of a different wing': [
    {
      'packages/core/src/routing/index.ts':
        "export * from './a.ts';\nexport { a as b } from './a.ts';\nexport const c = 1;\nexport { d } from '../ledger/d.ts';",
    },
    [
      'packages/core/src/routing/index.ts:1: name what is exported',
      'packages/core/src/routing/index.ts:2: one thing has one name',
      'packages/core/src/routing/index.ts:3: an index only re-exports names',
      'packages/core/src/routing/index.ts:4: routing exports only its own names',
    ],
  ],
  'that core itself imports': [
    {
      'packages/core/src/routing/a.ts': "import { pay } from '../ledger/index.ts';",
      'packages/core/src/ledger/a.ts': "import { pay } from './index.ts';",
    },
    [
      "packages/core/src/ledger/a.ts:1: './index.ts' is for other packages",
      "packages/core/src/routing/a.ts:1: '../ledger/index.ts' is for other packages",
    ],
  ],
  'that other packages bypass': [
    {
      'scripts/a.ts': "import '@guichet/core/ledger/pay';",
      'packages/kernel/src/a.test.ts': "\nimport '@guichet/core/links';",
    },
    [
      "packages/kernel/src/a.test.ts:2: '@guichet/core/links' is not open to other packages",
      "scripts/a.ts:1: '@guichet/core/ledger/pay' is not open to other packages: export the name in packages/core/src/ledger/index.ts",
    ],
  ],
  'that the package does not export, or exports in addition to the entries': [
    {
      'packages/core/package.json': JSON.stringify({
        name: '@guichet/core',
        exports: { './*': './src/*.ts' },
      }),
    },
    [
      'packages/core/package.json:1: "exports" are not the entries of scripts/tidy/wings.ts: platform, accounts',
    ],
  ],
  'that a service would load entirely at its start': [
    {
      'packages/server/package.json': manifest('@guichet/server', ['@guichet/core']),
      'packages/cli/package.json': manifest('@guichet/cli', ['@guichet/core', '@guichet/server']),
      'packages/cli/src/run.ts': "import '@guichet/server/config';\nawait import('./program.ts');",
      'packages/cli/src/program.ts': "import { pay } from '@guichet/core/ledger';",
      'packages/server/src/config.ts':
        "import type { A } from '@guichet/core/ledger';\nimport { b } from '@guichet/core/serving';\nimport { c } from '@guichet/core/ledger';",
    },
    [
      "packages/server/src/config.ts:3: a service loads this file at its start: values come from '@guichet/core/serving'",
    ],
  ],
};

describe('the rules report an index of core', () => {
  it.each(Object.entries(indexes))('%s', async (_, [files, expected]) => {
    const found = await tidyOf(files);
    expect(found).toEqual(expected.map((line) => expect.stringContaining(line)));
  });
});

describe('the rules report paths in core', () => {
  it.each(Object.entries(arrows))('%s', async (_, [files, expected]) => {
    const found = await tidyOf(files);
    expect(found).toEqual(expected.map((line) => expect.stringContaining(line)));
  });
});

const allowed: Files = {
  'packages/core/src/ledger/index.ts': "export { type Paid, pay } from './pay.ts';",
  'packages/core/src/testing/index.ts': "export { offer } from '../routing/offer.ts';",
  'packages/core/src/routing/offer.ts': "import { pay } from '../ledger/pay.ts';",
  'packages/core/src/ledger/routed.test.ts': "import '../routing/offer.ts';",
  'packages/core/src/ledger/pay.ts':
    "import '@guichet/kernel/money';\nimport './queries.ts';\nimport 'pg';\nimport 'node:zlib';",
  'packages/core/src/ledger/queries.ts': "db.selectFrom('payments'); sql`select 1`;",
  'packages/core/src/ledger/migrations/0001-house.ts': "db.query('create table x ()');",
  'packages/core/src/ledger/make.test.ts':
    "import 'vitest';\nimport './pay.ts';\nimport '../../../../test-support/database.ts';\ndb.selectFrom('x');",
  'packages/core/test-support/make.ts': "import 'vitest';\nimport '../src/ledger/pay.ts';",
  'packages/core/src/ledger/search.ts': "url.query('page'); // XAU and XXX are codes of ISO 4217",
  'packages/core/src/ledger/close.ts':
    'try {\n  go();\n} catch {\n  // Closed already.\n}\ngo().catch(() => {\n  // Gone.\n});',
  'packages/core/src/ledger/retry.ts':
    '// Jitter spreads the retries.\nconst wait = Math.random();\nconst whole = amount / 100n;',
  'packages/core/src/ledger/delay.ts':
    '/** Full jitter. */\nexport function delay() {\n\n  return Math.random();\n}',
  'packages/core/src/ledger/long.ts': `${longFunction(70)}\n${long(320, '')}`,
  'packages/core/src/ledger/long.test.ts': `describe('x', () => {\n${long(100, '')}});\n// Needs a printer.\nit.skip('x', go);\ndescribe.skipIf(is_root)('y', go);`,
  'packages/core/src/testing/set-up.ts': 'export function open() {\n  beforeAll(go);\n}',
  'packages/core/src/ledger/hook.test.ts': 'beforeAll(go);',
  'packages/core/src/ledger/old.test.ts': '// @ts-expect-error a number is refused\ngo(1);',
  'packages/core/src/ledger/text.ts': "const text = '// TODO';",
  'packages/dashboard/src/read.ts': ['money', 'currencies', 'typed-amount', 'money-text', 'problem']
    .map((name) => `import '@guichet/kernel/${name}';`)
    .join('\n'),
  'packages/dashboard/src/page.tsx': 'const page = <p>http://x TODO</p>;',
  'packages/cli/package.json': manifest('@guichet/cli', []),
  'packages/simulators/package.json': JSON.stringify({
    engines: { node: '>=20' },
    dependencies: { ulid: '3.0.0-rc.1', old: 'npm:@scope/old@1.2.3' },
    peerDependencies: { react: '^19.2.0' },
  }),
  'packages/cli/src/print.ts': "console.log('x');",
  'examples/shop/server.ts': "import '@guichet/client';\nimport 'node:http';",
  'scripts/run.ts': "import '@guichet/core/ledger';\nconsole.log(1 / 100);",
  'node_modules/x/BadName.ts': '// TODO',
  'package-lock.json': long(500, ''),
  'docs/README.md': 'TODO is a word here',
};

it('code that follows the rules passes', async () => {
  expect(await tidyOf(allowed)).toEqual([]);
});
