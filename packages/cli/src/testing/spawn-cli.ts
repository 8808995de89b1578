import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ShellOptions } from './make-shell.ts';
import type { Ran } from './run-cli.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Runs `guichet` with the given arguments as its own process, in an environment that contains only the settings.
 * Each run costs two seconds of CPU, so it is only for tests that need a real process; all others use `runCli`. It
 * is used in:
 *
 * - `program.test.ts`: the installed command, and the same exit codes and texts as in this process
 * - `accounts.test.ts`: a secret from standard input
 * - `serve.test.ts`: `serve` and `worker`, their signals, and a worker that is killed
 * - `refund-killed.test.ts`, `e2e/webhooks/killed.test.ts`: workers that are killed in the middle of a call
 * - `two-roles.test.ts`: `serve` and `worker` with a role that owns nothing
 * - `listen.test.ts`: Ctrl-C, and a reader that closes its output
 * - `e2e/guides/webhooks.test.ts`: `listen`, as the guide starts it
 *
 * `e2e/signals/stop.test.ts` starts `npx guichet` as the README does.
 */
export async function spawnCli(
  args: readonly string[],
  { stdin = '', ...options }: ShellOptions,
): Promise<Ran> {
  const child = spawnCommand(args, options);
  const ended = once(child, 'close');
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

export interface Running {
  /** The process's output so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Closes the process's standard output, as `| head` does after its lines. */
  stopReading(): void;
  /** Resolves with the exit code and the signal that ended the process. */
  readonly ended: Promise<Ended>;
  /** Sends a signal. @returns the exit code and the signal that ended the process */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts a command that runs until it is stopped, and waits until its output shows that it is ready. */
export async function startCommand(
  args: readonly string[],
  env: ShellOptions['env'],
  ready: RegExp,
): Promise<Running> {
  const child = spawnCommand(args, { env });
  child.stdin.end();
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal }));
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const isReady = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      if (ready.test(stdout)) resolve();
    });
  });
  const early = await Promise.race([isReady, ended]);
  if (early) throw new Error(`${args.join(' ')} ended with ${JSON.stringify(early)}: ${stdout}${stderr}`);
  return {
    get stdout() {
      return stdout;
    },
    get stderr() {
      return stderr;
    },
    stopReading: () => void child.stdout.destroy(),
    ended,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function spawnCommand(
  args: readonly string[],
  { env, cwd }: Omit<ShellOptions, 'stdin'>,
): ChildProcessWithoutNullStreams {
  const { PATH, HOME, TMPDIR } = process.env;
  return spawn(process.execPath, [main, ...args], { cwd, env: { PATH, HOME, TMPDIR, ...env } });
}
