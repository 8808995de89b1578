import type { Log } from '@guichet/kernel/log';

/**
 * Runs a round, pauses and runs it again until stopped. A round that throws is logged; the next one still
 * runs.
 */
export function repeat(
  log: Log,
  name: string,
  pause_ms: number,
  round: (stopped: Promise<void>) => Promise<void>,
): { stop(): Promise<void> } {
  let isStopped = false;
  let wake = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      try {
        await round(stopped);
      } catch (error) {
        log.error({ err: error }, `${name}: this round failed, the next one will try again`);
      }
      if (!isStopped) await pause(pause_ms, stopped);
    }
  };
  const done = loop();
  return {
    stop: async () => {
      isStopped = true;
      wake();
      await done;
    },
  };
}

function pause(duration_ms: number, stopped: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, duration_ms);
    void stopped.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
