import { rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

type Close = () => Promise<unknown>;
type Listen = (listener: Close) => void;

/**
 * The environment variable with the path of a folder of this run. In it, each worker that has something to close
 * has a file, whose name is the worker's process id.
 */
const folder_name = 'GUICHET_TEST_WORKERS';

interface WorkerState {
  readonly closings: Close[];
  listen: Listen | undefined;
}

/** The state is kept outside the modules, because test files may load the modules again in the same worker. */
const key = Symbol.for('guichet worker end');
const worker = globalThis as { [key]?: WorkerState };
worker[key] ??= { closings: [], listen: undefined };
const state = worker[key];

/**
 * Sets the function with which to listen for the end of this worker. @param onEnd provided by the runner, again for
 * each file
 */
export function takeWorkerEnd(onEnd: Listen | undefined): void {
  state.listen = onEnd;
}

/**
 * Closes a resource when this worker has run its last file. A worker keeps its modules from file to file, so a
 * resource that a module has started serves all files. The last one started is closed first; a failure to close
 * fails the run.
 */
export function atWorkerEnd(close: Close): void {
  if (state.closings.length === 0) {
    if (!state.listen) throw new Error('The runner does not report the end of this worker');
    state.listen(closeAll);
    writeFileSync(ownFile(), '');
  }
  state.closings.push(close);
}

async function closeAll(): Promise<void> {
  const problems: unknown[] = [];
  for (const close of state.closings.splice(0).reverse()) {
    await close().catch((error: unknown) => problems.push(error));
  }
  // The run may have removed the folder before a slow worker ended.
  rmSync(ownFile(), { force: true });
  if (problems.length > 0) throw new AggregateError(problems, problems.map(String).join('; '));
}

function ownFile(): string {
  return join(process.env[folder_name] ?? '', String(process.pid));
}

/** @param folder an empty folder, where the workers of this run register that they have something to close */
export function markWorkers(folder: string): void {
  process.env[folder_name] = folder;
}

const look_every_ms = 50;

/**
 * Waits until all workers have closed their resources, or have ended: the runner does not wait before its
 * teardown.
 */
export async function untilWorkersClosed(folder: string): Promise<void> {
  while ((await readdir(folder)).map(Number).some(isAlive)) await setTimeout(look_every_ms);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
