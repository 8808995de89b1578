import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readObject, runCli } from './testing/run-cli.ts';
import { spawnCli } from './testing/spawn-cli.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('`guichet` runs the program, and says the version that its package has', async () => {
  const { version } = JSON.parse(await readFile(at('../package.json'), 'utf8'));
  const ran = await promisify(execFile)(process.execPath, [at('../bin/guichet.mjs'), '--version']);
  expect(ran).toEqual({ stdout: `${version}\n`, stderr: '' });
});

test('a process of its own says and ends as one in the tests', async () => {
  const wrong_settings = { DATABASE_URL: 'postgres://127.0.0.1:1/guichet', PORT: 'http' };
  for (const [code, args] of [
    [1, ['doctor', '--json']],
    [2, ['keys', 'mint']],
  ] as const) {
    const ran = await runCli(args, { env: wrong_settings });
    expect(ran.code).toBe(code);
    expect(await spawnCli(args, { env: wrong_settings })).toEqual(ran);
  }
});

describe('help', () => {
  test('is given where it is asked for', async () => {
    const ran = await runCli(['routing', 'set', '--help'], { env: {} });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Usage: guichet routing set/);
  });

  test('is given where a command is missing, and nothing else', async () => {
    const ran = await runCli([], { env: {} });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^Usage: guichet /);
    expect(ran.stderr.trimEnd()).toMatch(/display help for command$/);
  });

  test('is no object: with --json, a missing command is one', async () => {
    const ran = await runCli(['keys', '--json'], { env: {} });
    expect(readObject(ran.stdout)).toEqual({
      error: { code: 'usage', message: expect.any(String), errors: null },
    });
    expect(ran.code).toBe(2);
  });
});
