import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readObject, runCli } from './testing/run-cli.ts';
import { spawnCli } from './testing/spawn-cli.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('`guichet` runs the program and prints the version of its package', async () => {
  const { version } = JSON.parse(await readFile(at('../package.json'), 'utf8'));
  const ran = await promisify(execFile)(process.execPath, [at('../bin/guichet.mjs'), '--version']);
  expect(ran).toEqual({ stdout: `${version}\n`, stderr: '' });
});

test('a separate process prints the same output and exits with the same code as a run in this process', async () => {
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
  test('is printed on request', async () => {
    const ran = await runCli(['routing', 'set', '--help'], { env: {} });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Usage: guichet routing set/);
  });

  test('is the only output if the command is missing', async () => {
    const ran = await runCli([], { env: {} });
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^Usage: guichet /);
    expect(ran.stderr.trimEnd()).toMatch(/display help for command$/);
  });

  test('is not printed with --json, where a missing command is an error object', async () => {
    const ran = await runCli(['keys', '--json'], { env: {} });
    expect(readObject(ran.stdout)).toEqual({
      error: { code: 'usage', message: expect.any(String), errors: null },
    });
    expect(ran.code).toBe(2);
  });
});
