import { readFile } from 'node:fs/promises';
import { run_file, type TestRun } from '../../test-support/durations.ts';
import { type MutantsScore, score_file } from '../mutants/score.ts';
import type { Figures } from './measure.ts';

/**
 * Reads the figures that the last `npm test` and `npm run mutants` have saved; runs that never happened are left
 * out.
 */
export async function measureLastRuns(): Promise<Figures> {
  const run = await readLeft<TestRun>(run_file);
  const score = await readLeft<MutantsScore>(score_file);
  return {
    ...(run && {
      tests_passed: run.passed,
      tests_failed: run.failed,
      tests_files: run.files,
      tests_minutes: Math.round(run.took_ms / 6_000) / 10,
    }),
    ...(score && { mutants_noticed: score.noticed, mutants_planted: score.planted }),
  };
}

async function readLeft<Content>(path: string): Promise<Content | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Content);
}
