import type { Log } from '@guichet/kernel/log';
import type { Shell } from '../shell/shell.ts';

/** Time for what has been let go of to be gone. */
const linger_max_ms = 2_000;

/**
 * Stops the service, and the process with it: should anything keep the process alive once everything has been let go
 * of, a supervisor does not wait for it.
 *
 * @throws what failed, or was cut off, while stopping; the process ends all the same
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
        'something kept the process alive after its stop',
      );
      shell.exit();
    }, linger_max_ms).unref();
  }
}
