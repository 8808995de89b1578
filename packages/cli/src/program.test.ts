import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readObject, runCommand } from './testing/run-command.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test('`guichet` runs the program, and says the version that its package has', async () => {
  const { version } = JSON.parse(await readFile(at('../package.json'), 'utf8'));
  const ran = await promisify(execFile)(process.execPath, [at('../bin/guichet.mjs'), '--version']);
  expect(ran).toEqual({ stdout: `${version}\n`, stderr: '' });
});

describe('help', () => {
  test('is given where it is asked for', async () => {
    const ran = await runCommand(['routing', 'set', '--help'], {});
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^Usage: guichet routing set/);
  });

  test('is given where a command is missing, and nothing else', async () => {
    const ran = await runCommand([], {});
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^Usage: guichet /);
    expect(ran.stderr.trimEnd()).toMatch(/display help for command$/);
  });

  test('is no object: with --json, a missing command is one', async () => {
    const ran = await runCommand(['keys', '--json'], {});
    expect(readObject(ran.stdout)).toEqual({
      error: { code: 'usage', message: expect.any(String), errors: null },
    });
    expect(ran.code).toBe(2);
  });
});
