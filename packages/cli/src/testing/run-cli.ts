import { run } from '../run.ts';
import { makeShell, type ShellOptions } from './make-shell.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `guichet` with the given arguments in this process: the same program as the real command's, made anew, with an
 * environment that holds the settings only. It takes some milliseconds, where a process of its own takes two seconds.
 */
export async function runCli(args: readonly string[], options: ShellOptions): Promise<Ran> {
  const shell = makeShell(options);
  await Promise.race([run(args, shell), shell.exited]);
  return { code: Number(shell.exitCode ?? 0), ...shell.printed };
}

/** What a command printed with `--json`: one line that is one JSON object, or the test fails. */
export function readObject(stdout: string): Readonly<Record<string, unknown>> {
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`not one JSON object on one line: ${stdout}`);
  return JSON.parse(stdout);
}
