import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs `guichet` with the given arguments as a process of its own, in an environment that holds the settings only. */
export async function runCommand(args: readonly string[], env: Environment): Promise<Ran> {
  const child = spawnCommand(args, env);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** What a command printed with `--json`: one line that is one JSON object, or the test fails. */
export function readObject(stdout: string): Readonly<Record<string, unknown>> {
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one JSON object on one line: ${stdout}`);
  return JSON.parse(stdout);
}

export interface Running {
  /** What it printed until it was ready. */
  readonly stdout: string;
  /** Sends a signal; resolves with the exit code and the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a command that runs until it is told to stop, and waits until what it printed says that it is ready. */
export async function startCommand(
  args: readonly string[],
  env: Environment,
  ready: RegExp,
): Promise<Running> {
  const child = spawnCommand(args, env);
  const ended = once(child, 'close');
  let stdout = '';
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  const isReady = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      if (ready.test(stdout)) resolve();
    });
  });
  const early = await Promise.race([isReady, ended]);
  if (early) throw new Error(`${args.join(' ')} ended with ${early}: ${stdout}${stderr}`);
  return {
    stdout,
    end: async (signal) => {
      child.kill(signal);
      const [code, ended_by] = await ended;
      return { code, signal: ended_by };
    },
  };
}

function spawnCommand(args: readonly string[], env: Environment): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  return spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR, ...env },
  });
}
