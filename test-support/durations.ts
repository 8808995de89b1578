import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const root = resolve(import.meta.dirname, '..');

/** The file with the durations of the last run. */
export const durations_file = join(root, 'node_modules/.cache/tests/durations.json');

/** The file with the results of the last run. */
export const run_file = join(dirname(durations_file), 'run.json');

/** The results of a run, of any number of files. */
export interface TestRun {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  /** The duration of the whole run. */
  readonly took_ms: number;
}

/** Milliseconds of one file: its tests and hooks, and loading its imports. */
export interface Duration {
  readonly file: string;
  readonly tests_ms: number;
  readonly import_ms: number;
}

/**
 * Writes the durations of a run's files, slowest first, for `npm run test:slow`, and its results for `npm run
 * house`.
 */
export function makeDurations(): Reporter {
  let began_ms = 0;
  return {
    onTestRunStart: () => {
      began_ms = performance.now();
    },
    onTestRunEnd: async (modules) => {
      const took_ms = Math.round(performance.now() - began_ms);
      const durations = modules.map((module): Duration => {
        const { duration, collectDuration, prepareDuration, environmentSetupDuration, setupDuration } =
          module.diagnostic();
        return {
          file: relative(root, module.moduleId),
          tests_ms: Math.round(duration),
          import_ms: Math.round(collectDuration + prepareDuration + environmentSetupDuration + setupDuration),
        };
      });
      durations.sort((one, other) => totalOf(other) - totalOf(one));
      await mkdir(dirname(durations_file), { recursive: true });
      await writeFile(durations_file, `${JSON.stringify(durations, null, 2)}\n`);
      await writeFile(run_file, `${JSON.stringify(sumUp(modules, took_ms), null, 2)}\n`);
    },
  };
}

function sumUp(modules: readonly TestModule[], took_ms: number): TestRun {
  const states = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => test.result().state),
  );
  const count = (state: string): number => states.filter((one) => one === state).length;
  return { files: modules.length, passed: count('passed'), failed: count('failed'), took_ms };
}

/** The total of a file, in milliseconds. */
export function totalOf({ tests_ms, import_ms }: Duration): number {
  return tests_ms + import_ms;
}
