import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { makeClosingLine } from './test-support/closing-line.ts';
import { makeConformanceLines } from './test-support/conformance-line.ts';
import { makeDurations } from './test-support/durations.ts';
import { LongestFirst } from './test-support/longest-first.ts';
import { isNightly, nightly_files } from './test-support/tier.ts';

// Node caches compiled code, stripped of types, for the many later processes, which saves a fifth of a command's
// time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  // The sources of the client library, not its last build.
  resolve: { alias: { '@guichet/client': join(import.meta.dirname, 'packages/client/src/index.ts') } },
  test: {
    include: [
      '{packages,e2e,examples,scripts,simulation,drill,soak,benchmarks,test-support}/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', ...(isNightly ? [] : nightly_files)],
    globalSetup: ['test-support/global-setup.ts', 'simulation/draw-seed.ts'],
    reporters: ['default', makeConformanceLines(), makeDurations(), makeClosingLine()],
    pool: 'forks',
    runner: './test-support/runner.ts',
    sequence: { sequencer: LongestFirst },
    // A worker runs one file after another and loads our modules once, because none of the modules keeps state.
    isolate: false,
    // Everything that a file has replaced is restored before the next file.
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // Two more than the number of cores, because a tenth of the files' time is spent waiting, for example for
    // deadlines of half a minute. All workers share one PostgreSQL; more than four would wait for it and use up
    // its connections. The nightly run uses one more than the number of cores: histories do not
    // wait, and on two cores four processes play a fifth fewer of them than two do.
    maxWorkers: Math.min(availableParallelism() + (isNightly ? 1 : 2), 4),
    // Time limits that end only waits that have failed, even on a busy machine; no test should come close to them.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    teardownTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
