import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Runtime, Way } from './list.ts';
import type { Result } from './run-checks.ts';
import { programs } from './write-programs.ts';

const run = promisify(execFile);
const run_max_ms = 180_000;

/** Returns the version that a runtime reports. */
export async function versionOf({ executable }: Runtime): Promise<string> {
  const { stdout } = await run(executable, ['--version']);
  return /\d[\d.-]*\d/.exec(stdout)?.[0] ?? 'of an unknown version';
}

/**
 * Runs all checks on a runtime.
 *
 * @throws Error if it does not exit by itself or does not report the results.
 */
export async function runProgram(runtime: Runtime, way: Way, folder: string): Promise<readonly Result[]> {
  const { executable, before_program } = runtime;
  if (before_program === null) return askWorkerd(executable, folder);
  // The program must exit by itself; it would not if the library had left anything running.
  const { stdout } = await run(executable, [...before_program, programs[way]], {
    cwd: folder,
    timeout: run_max_ms,
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}

async function askWorkerd(executable: string, folder: string): Promise<readonly Result[]> {
  return withWorkerd(executable, join(folder, programs.workerd), async (url) => {
    const response = await fetch(url, { signal: AbortSignal.timeout(run_max_ms) });
    if (!response.ok) throw new Error(`workerd responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as readonly Result[];
  });
}

/** Serves a worker on a free port while `use` sends it requests. */
export async function withWorkerd<Result>(
  executable: string,
  settings: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const child = spawn(executable, ['serve', settings, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const exited = once(child, 'exit');
  try {
    // The worker reports its port on this pipe.
    const control = child.stdio[3] as Readable;
    const [message] = await Promise.race([
      once(control, 'data'),
      exited.then(([code]) => {
        throw new Error(`workerd ended with ${code}`);
      }),
    ]);
    return await use(`http://127.0.0.1:${JSON.parse(String(message)).port}/`);
  } finally {
    child.kill();
    await exited;
  }
}
