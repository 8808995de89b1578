import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** A competing product, started on its own database on the same PostgreSQL. */
export interface Peer {
  /** The product's name, and the steps of one of its payments. */
  readonly title: string;
  readonly pid: number;
  /** The duration of the uncounted warm-up: a virtual machine compiles for a while. */
  readonly warm_s: number;
  /** The paths of the request, divided among the customers, each of whom uses their own paths in rotation. */
  readonly paths: readonly string[];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  stop(): Promise<void>;
}

/** The folder and the database of a peer. */
export interface Place {
  /** Kept for the next run, with the downloads. */
  readonly folder: string;
  /** The URL of an empty database. */
  readonly database_url: string;
}

/** Thrown when the peer cannot be installed or started here; the message states the reason. */
export class NotHadError extends Error {}

const run = promisify(execFile);

/** @throws NotHadError with the given reason if the program is missing or fails */
export async function runOrMiss(
  reason: string,
  command: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const [program, ...words] = command;
  try {
    await run(program, words, { ...options, timeout: 600_000, maxBuffer: 2 ** 26 });
  } catch (cause) {
    throw new NotHadError(reason, { cause });
  }
}

/** Polls until the peer responds. @throws NotHadError if it does not respond in time */
export async function untilAnswered(
  name: string,
  ask: () => Promise<Response>,
  within_ms: number,
): Promise<void> {
  const give_up_ms = performance.now() + within_ms;
  while (performance.now() < give_up_ms) {
    const answer = await ask().catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new NotHadError(`${name} did not respond within ${within_ms / 1000} s`);
}

/** Ends a peer's process unless it has already exited. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
