import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { makeClosingLine } from './test-support/closing-line.ts';
import { makeConformanceLines } from './test-support/conformance-line.ts';

export default defineConfig({
  test: {
    include: ['{packages,e2e,examples,scripts,simulation,test-support}/**/*.test.ts'],
    globalSetup: 'test-support/global-setup.ts',
    reporters: ['default', makeConformanceLines(), makeClosingLine()],
    pool: 'forks',
    // All files share one PostgreSQL; beyond four they wait for it, and its connections run out.
    maxWorkers: Math.min(availableParallelism(), 4),
    // For waits that something has gone wrong with, on a machine busy with other things; no test should come near.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
