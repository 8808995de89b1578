import type { Log } from '@guichet/kernel/log';
import type { Shell } from '../shell/shell.ts';

/** Grace period for released resources to close. */
const linger_max_ms = 2_000;

/**
 * Stops the service, then ends the process even if something still keeps it alive, so that a supervisor does not have
 * to wait.
 *
 * @throws the error of the part that failed or was cut off while stopping; the process still ends
 */
export async function stopForGood(
  service: { stop(): Promise<void> },
  log: Log,
  shell: Pick<Shell, 'exit'>,
): Promise<void> {
  try {
    await service.stop();
  } finally {
    setTimeout(() => {
      log.warn(
        { active: process.getActiveResourcesInfo() },
        'something kept the process alive after it stopped',
      );
      shell.exit();
    }, linger_max_ms).unref();
  }
}
