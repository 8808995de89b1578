import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Another product, started on a database of its own on the same PostgreSQL. */
export interface Peer {
  /** Its name, and what one of its payments is. */
  readonly title: string;
  readonly pid: number;
  /** The first seconds do not count: a virtual machine compiles for a while. */
  readonly warm_s: number;
  /** Each customer sends the request to an address of their own, in turn. */
  readonly paths: readonly string[];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  stop(): Promise<void>;
}

/** The folder and the database of a peer. */
export interface Place {
  /** Kept for the next run: what was downloaded stays there. */
  readonly folder: string;
  /** Of an empty database. */
  readonly database_url: string;
}

/** A peer that cannot be had here; the message is the reason. */
export class NotHadError extends Error {}

const run = promisify(execFile);

/** @throws NotHadError with the given reason when the program is not there or fails */
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

/** Asks until the peer answers. @throws NotHadError when it does not within the time */
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
  throw new NotHadError(`${name} did not answer within ${within_ms / 1000} s`);
}

/** Ends a peer's process, unless it has ended by itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
