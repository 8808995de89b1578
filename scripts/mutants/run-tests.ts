import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The result of a run of some test files. */
export type Came =
  | { readonly kind: 'passed' }
  /** At least one test, or the set-up of a file, failed. */
  | { readonly kind: 'failed'; readonly by: string; readonly files: readonly string[] }
  /** The run did not end in time, and was killed. */
  | { readonly kind: 'hung'; readonly why: string }
  /** No test could be run: inconclusive. */
  | { readonly kind: 'broken'; readonly why: string };

/** Vitest's report as JSON, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const words_max = 2_000;
const running = new Set<ChildProcess>();

/** Ends every current run, with all processes that it started. */
export function endRuns(): void {
  for (const child of running) end(child);
}

/**
 * Runs test files of a copy of the tree.
 *
 * @param env in addition to the environment of this process
 */
export async function runTests(
  folder: string,
  tests: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly isToStop: boolean; readonly max_ms: number },
): Promise<Came> {
  const report_file = join(folder, 'node_modules/.cache/mutant.json');
  await rm(report_file, { force: true });
  const args = ['run', ...tests, '--maxWorkers=1', '--reporter=json', `--outputFile=${report_file}`];
  const { isEnded, words } = await waitFor(
    spawn(process.execPath, [vitest, ...args, ...(options.isToStop ? ['--bail=1'] : [])], {
      cwd: folder,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Runs in a separate process group, so that the processes that it starts end with it.
      detached: true,
    }),
    options.max_ms,
  );
  if (!isEnded) return { kind: 'hung', why: `no end after ${Math.round(options.max_ms / 1000)} s` };
  const text = await readFile(report_file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { kind: 'broken', why: words };
  return judgeReport(JSON.parse(text) as Report, tests.length);
}

/** Classifies the report of a run of `files_count` files. */
function judgeReport({ testResults }: Report, files_count: number): Came {
  const isNoticed = testResults.some((file) =>
    file.assertionResults.some(({ status }) => status === 'failed'),
  );
  // A file that could not be loaded, or that was not begun because another had failed, has no tests in the report.
  const unread = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (!isNoticed && unread && unread.status !== 'passed') {
    return { kind: 'broken', why: `${unread.name}: ${unread.message ?? 'it has no tests'}` };
  }
  const failed = testResults.filter(({ status }) => status !== 'passed');
  const first =
    failed.find((file) => file.assertionResults.some(({ status }) => status === 'failed')) ?? failed[0];
  if (!first) {
    return testResults.length === files_count
      ? { kind: 'passed' }
      : { kind: 'broken', why: `${testResults.length} of ${files_count} files were run` };
  }
  const test = first.assertionResults.find(({ status }) => status === 'failed');
  return {
    kind: 'failed',
    by: test?.fullName ?? `the set-up of the tests: ${first.message ?? ''}`,
    files: failed.map(({ name }) => name),
  };
}

async function waitFor(child: ChildProcess, max_ms: number): Promise<{ isEnded: boolean; words: string }> {
  running.add(child);
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-words_max);
    });
  }
  let isEnded = true;
  const timer = setTimeout(() => {
    isEnded = false;
    end(child);
  }, max_ms);
  try {
    await new Promise<void>((done, fail) => {
      child.once('error', fail).once('close', () => done());
    });
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
  return { isEnded, words };
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The process has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
