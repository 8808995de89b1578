import { run } from '../run.ts';
import { makeShell, type ShellOptions } from './make-shell.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `guichet` with the given arguments in this process: a fresh instance of the real program, in an environment
 * that contains only the settings. It takes milliseconds; a separate process takes two seconds.
 */
export async function runCli(args: readonly string[], options: ShellOptions): Promise<Ran> {
  const shell = makeShell(options);
  await Promise.race([run(args, shell), shell.exited]);
  return { code: Number(shell.exitCode ?? 0), ...shell.printed };
}

/** Parses the JSON object that a command printed with `--json`; throws unless it is exactly one line. */
export function readObject(stdout: string): Readonly<Record<string, unknown>> {
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one JSON object on one line: ${stdout}`);
  return JSON.parse(stdout);
}
