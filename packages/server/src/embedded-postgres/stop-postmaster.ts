import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@guichet/kernel/log';
import { codeOf } from './errors.ts';
import { findPostmaster, identify } from './find-postmaster.ts';

const shutdown_max_ms = 60_000;
const poll_every_ms = 5;

/**
 * Shuts the server of this data directory down "fast": running statements are aborted, everything committed is
 * written, and the files are consistent. Call this only while holding the lock.
 *
 * @returns once it has ended, or after 60 s with a warning in the log
 */
export async function stopPostmaster(folder: string, log: Log): Promise<void> {
  const found = await findPostmaster(folder);
  if (!found || !signalFastShutdown(found.pid)) return;
  const deadline = performance.now() + shutdown_max_ms;
  while ((await identify(found.pid, folder)) === 'ours') {
    if (performance.now() > deadline) {
      const said = `the embedded database did not stop within ${shutdown_max_ms / 1000} s; its shutdown continues`;
      return log.warn({ pid: found.pid }, said);
    }
    await sleep(poll_every_ms);
  }
}

function signalFastShutdown(pid: number): boolean {
  try {
    process.kill(pid, 'SIGINT');
    return true;
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}
