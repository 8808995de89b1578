import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refuse } from '../read-options.ts';
import { readTree } from '../tidy/read-tree.ts';
import { chooseTests } from './choose-tests.ts';

/**
 * Runs the tests that every change has to pass; with `--nightly`, all tests at full length; with `--changed`, the
 * tests nearest to the changes since the last commit. All other arguments are for Vitest, for instance the paths
 * of tests.
 */
const root = resolve(import.meta.dirname, '../..');
const given = process.argv.slice(2);
const rest = given.filter((argument) => argument !== '--nightly' && argument !== '--changed');
if (given.includes('--nightly')) process.env.TEST_TIER = 'nightly';
const chosen = given.includes('--changed') ? await chooseChanged() : null;
if (chosen?.length === 0) {
  console.log('No test is near the changes since the last commit.\n0 passed, 0 failed');
} else {
  await runVitest(['run', ...rest, ...(chosen ?? [])]);
}

/** Runs Vitest in this process. Vitest throws for an unknown option. */
async function runVitest(args: readonly string[]): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
  process.chdir(root);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  try {
    await import(pathToFileURL(join(folder, 'vitest.mjs')).href);
  } catch (error) {
    if (error instanceof Error && error.name === 'CACError') refuse(error.message);
    throw error;
  }
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
  const { tests, left_out } = chooseTests(await readTree(root), changed);
  if (left_out > 0) console.log(`${left_out} tests are farther from the change; npm test runs them too.`);
  // This module reads the tier from the environment, so it is not imported before the tier is set.
  const { isNightly, nightly_files } = await import('../../test-support/tier.ts');
  return isNightly ? tests : tests.filter((path) => !nightly_files.includes(path));
}
