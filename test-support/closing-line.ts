import type { Reporter, TestModule } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Prints `N passed, N failed` (and `, N skipped` if there are any) as the last line of the run.
 *
 * Everything that keeps tests from running counts as failed too: a file that does not load, a hook that throws, an
 * unhandled error, an unfinished test. So the line never shows 0 failed when the exit code is not 0.
 */
export function makeClosingLine(): Reporter {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  return {
    // Prints the line after everything else that this process prints, including the global teardown.
    onInit: () => {
      process.once('exit', (code) => {
        const failed = code === 0 ? counts.failed : Math.max(counts.failed, 1);
        process.stdout.write(`${lineOf({ ...counts, failed })}\n`);
      });
    },
    onTestRunEnd: (modules, unhandled_errors) => {
      counts = count(modules);
      counts.failed += unhandled_errors.length;
    },
  };
}

function lineOf({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

function count(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const group of [module, ...module.children.allSuites()]) {
      if (group.errors().length > 0) counts.failed += 1;
    }
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      counts[state === 'pending' ? 'failed' : state] += 1;
    }
  }
  return counts;
}
