import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const root = resolve(import.meta.dirname, '..');

/** Where the last run has left how long each file took. */
export const durations_file = join(root, 'node_modules/.cache/tests/durations.json');

/** Where the last run has left what came of it. */
export const run_file = join(dirname(durations_file), 'run.json');

/** What came of a run, of however many files. */
export interface TestRun {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  /** From the first file to the last. */
  readonly took_ms: number;
}

/** Milliseconds of one file: of its tests and hooks, and of loading what it imports. */
export interface Duration {
  readonly file: string;
  readonly tests_ms: number;
  readonly import_ms: number;
}

/**
 * Writes how long each file of a run took, the slowest first, for `npm run test:slow`, and what came of the run for
 * `npm run house`.
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

/** All that a file took, in milliseconds. */
export function totalOf({ tests_ms, import_ms }: Duration): number {
  return tests_ms + import_ms;
}
