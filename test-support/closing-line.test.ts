import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const runner = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const config = `
  import { makeClosingLine } from ${JSON.stringify(join(import.meta.dirname, 'closing-line.ts'))};
  export default {
    test: {
      globals: true,
      globalSetup: './setup.js',
      reporters: ['default', makeClosingLine()],
      // These tests do not depend on time, however busy the machine is.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      teardownTimeout: 120_000,
    },
  };`;
const noisy_setup = "export const setup = () => () => console.log('from the teardown');";
const passes = "it('a', () => {});";

type Case = readonly [what: string, files: Readonly<Record<string, string>>, line: string, code: number];

const cases: readonly Case[] = [
  [
    'all pass',
    { 'a.test.js': passes, 'b.test.js': `describe('g', () => { ${passes} })` },
    '2 passed, 0 failed',
    0,
  ],
  [
    'one fails',
    { 'a.test.js': `${passes} it('b', () => { throw new Error('no') });` },
    '1 passed, 1 failed',
    1,
  ],
  [
    'some are skipped',
    { 'a.test.js': `${passes} it.skip('b', () => {}); it.todo('c');` },
    '1 passed, 0 failed, 2 skipped',
    0,
  ],
  [
    'a file does not load',
    { 'a.test.js': passes, 'b.test.js': "import './gone.js';" },
    '1 passed, 1 failed',
    1,
  ],
  [
    'a hook throws',
    { 'a.test.js': `describe('g', () => { afterAll(() => { throw new Error('no') }); ${passes} });` },
    '1 passed, 1 failed',
    1,
  ],
  [
    'an error is not caught',
    {
      'a.test.js':
        "it('a', async () => { Promise.reject(new Error('no')); await new Promise(setImmediate); });",
    },
    '1 passed, 1 failed',
    1,
  ],
  ['there is no test', {}, '0 passed, 1 failed', 1],
  [
    'the global setup throws',
    { 'a.test.js': passes, 'setup.js': "export const setup = () => { throw new Error('no') };" },
    '0 passed, 1 failed',
    1,
  ],
];

it.each(cases)('the last line and the exit code are correct when %s', async (_, files, line, code) => {
  const root = await mkdtemp(join(tmpdir(), 'closing-line-'));
  try {
    for (const [name, text] of Object.entries({
      'setup.js': noisy_setup,
      'vitest.config.mjs': config,
      ...files,
    })) {
      await writeFile(join(root, name), text);
    }
    const ran = await run(root);
    expect(ran.output.trimEnd().split('\n').at(-1)).toBe(line);
    expect(ran.output.endsWith(`${line}\n`)).toBe(true);
    expect(ran.code).toBe(code);
  } finally {
    await rm(root, { recursive: true });
  }
});

/** Both streams are written to one file, as to a terminal, so the order of the writes is kept. */
async function run(root: string): Promise<{ output: string; code: number | null }> {
  const printed = join(root, 'printed.txt');
  const file = await open(printed, 'w');
  try {
    const child = spawn(process.execPath, [runner, 'run', '--root', root], {
      stdio: ['ignore', file.fd, file.fd],
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return { output: await readFile(printed, 'utf8'), code };
  } finally {
    await file.close();
  }
}
