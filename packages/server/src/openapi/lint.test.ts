import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeApi } from './describe.ts';
import { committed } from './files.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const linter = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

interface Result {
  readonly totals: { readonly errors: number; readonly warnings: number; readonly ignored: number };
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[];
}

/** Runs the installed linter without network access: no telemetry, and no check for a new version. */
async function lint(path: string): Promise<{ readonly status: unknown; readonly result: Result }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
  };
  const args = [linter, 'lint', '--config=redocly.yaml', '--lint-config=error', '--format=json', path];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (!stdout.startsWith('{')) fail(new Error(`the linter did not run: ${stderr}`));
      else done({ status: error?.code ?? 0, result: JSON.parse(stdout) });
    });
  });
}

test('the linter finds nothing in the committed document', async () => {
  const { status, result } = await lint(fileURLToPath(committed));
  expect(result.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(result.totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  expect(status).toBe(0);
});

// `payment_links` is written as in its scopes, in `payment_link` and in the database.
test('paths are in kebab case, apart from the noun payment_links', async () => {
  const paths = Object.keys((await describeApi()).paths);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !/^(\/([a-z]+(-[a-z]+)*|payment_links|\{\w+\}))+$/.test(path))).toEqual([]);
});
