import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A process started as a supervisor starts one, with its output and its exit status. */
export interface Started {
  readonly pid: number;
  /** Returns all output of the process and its children. */
  output(): string;
  /** The exit code and signal of the started process. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  send(signal: NodeJS.Signals): void;
  /** Sends a signal to the whole group, as a terminal does with Ctrl-C. */
  sendToAll(signal: NodeJS.Signals): void;
}

/** Starts a command in its own process group, without this project's commands in the path. */
export function startAsSupervisor(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Started {
  const { PATH, HOME, TMPDIR } = process.env;
  const [file, ...args] = command;
  const child: ChildProcess = spawn(file, args, {
    cwd: root,
    // A separate process group, so that a test can signal all its processes.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: withoutOurs(PATH ?? ''), HOME, TMPDIR, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const pid = child.pid ?? 0;
  return {
    pid,
    output: () => output,
    ended,
    send: (signal) => void child.kill(signal),
    sendToAll: (signal) => void process.kill(-pid, signal),
  };
}

/** Removes the project's commands from the path: npm adds them, but they are not in a supervisor's path. */
function withoutOurs(path: string): string {
  return path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
}

/** Lists the command lines of processes whose environment or arguments contain a text. Linux only. */
export async function findProcesses(text: string): Promise<readonly string[]> {
  const found = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => lineOf(pid, text)),
  );
  return found.filter((line) => line !== undefined);
}

async function lineOf(pid: string, text: string): Promise<string | undefined> {
  try {
    const [environment, line] = await Promise.all(
      ['environ', 'cmdline'].map((file) => readFile(join('/proc', pid, file), 'utf8')),
    );
    if (!environment?.includes(text) && !line?.includes(text)) return undefined;
    return line?.replaceAll('\0', ' ').trim() || undefined;
  } catch {
    // The process has ended in the meantime, or belongs to a different user.
    return undefined;
  }
}
