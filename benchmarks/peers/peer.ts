import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Another product, started on a database of its own on the same PostgreSQL. */
export interface Peer {
  /** The product's name, and the steps of one of its payments. */
  readonly title: string;
  readonly pid: number;
  /** The warm-up, which is not counted: a virtual machine compiles for a while. */
  readonly warm_s: number;
  /** The paths of the request, divided among the customers, who each use their own in turn. */
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

/** The peer cannot be installed or started here; the message is the reason. */
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

/** Ends a peer's process, unless it has ended by itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
