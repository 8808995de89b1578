import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Machine } from '../start.ts';

export interface ProcessOptions {
  readonly data_dir: string;
  readonly flags: readonly string[];
  readonly machine?: Machine | undefined;
}

export interface StartedProcess {
  readonly database_url: string;
  /** Asks the process to stop; resolves when it has ended. */
  stop(): Promise<void>;
  /** Kills the process with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The output of a process that could not start, as one error. */
class StartFailed extends Error {}

/**
 * Starts the database from a separate process, which is killed at the end of the test at the latest.
 *
 * @param user null for the current user
 * @throws StartFailed with the error's name and message
 */
export async function startInProcess(
  options: ProcessOptions,
  user: { uid: number; gid: number } | null = null,
): Promise<StartedProcess> {
  const program = fileURLToPath(new URL('process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const said: Record<string, string> = JSON.parse(line);
    if (said.failed) throw new StartFailed(`${said.failed}: ${said.message}`);
    if (said.database_url) return startedProcess(child, said.database_url, exited);
  }
  throw new StartFailed(`the process ended without output: ${await exited}`);
}

function startedProcess(child: ChildProcess, database_url: string, exited: Promise<unknown>): StartedProcess {
  child.stdout?.resume();
  return {
    database_url,
    async stop() {
      child.stdin?.end();
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
