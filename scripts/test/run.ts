import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isNightly, nightly_files } from '../../test-support/tier.ts';
import { readTree } from '../tidy/read-tree.ts';
import { chooseTests } from './choose-tests.ts';

/**
 * Runs the tests: those of every change, with `--nightly` all of them at full length, with `--changed` those nearest to
 * what differs from the last commit. Everything else is for Vitest, for instance the paths of tests.
 */
const root = resolve(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const own = new Set(['--nightly', '--changed']);
const { values } = parseArgs({
  args: given.filter((argument) => own.has(argument)),
  options: { nightly: { type: 'boolean' }, changed: { type: 'boolean' } },
});
const rest = given.filter((argument) => !own.has(argument));
const chosen = values.changed ? await chooseChanged() : [];
if (values.changed && chosen.length === 0) {
  console.log('Nothing that a test stands near has changed since the last commit.\n0 passed, 0 failed');
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...rest, ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(values.nightly && { TEST_TIER: 'nightly' }) },
  });
  process.exitCode = status ?? 1;
}

async function chooseChanged(): Promise<readonly string[]> {
  const lines = (...args: string[]): readonly string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const changed = [
    ...lines('diff', '--name-only', 'HEAD'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
  const tests = chooseTests(await readTree(root), changed);
  return values.nightly || isNightly ? tests : tests.filter((path) => !nightly_files.includes(path));
}
