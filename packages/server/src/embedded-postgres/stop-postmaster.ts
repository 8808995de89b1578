import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@guichet/kernel/log';
import { codeOf } from './errors.ts';
import { findPostmaster, identify } from './find-postmaster.ts';

const shutdown_max_ms = 60_000;
const poll_every_ms = 5;

/**
 * Shuts the server of this data directory down "fast": running statements are cut, everything committed is written,
 * the files are clean. Call this only while holding the lock.
 *
 * @returns once it is gone; after 60 s at the latest, when a log line reports that it is still busy
 */
export async function stopPostmaster(folder: string, log: Log): Promise<void> {
  const found = await findPostmaster(folder);
  if (!found || !signalFastShutdown(found.pid)) return;
  const deadline = performance.now() + shutdown_max_ms;
  while ((await identify(found.pid, folder)) === 'ours') {
    if (performance.now() > deadline) {
      const said = `the embedded database has not stopped within ${shutdown_max_ms / 1000} s; it goes on by itself`;
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
