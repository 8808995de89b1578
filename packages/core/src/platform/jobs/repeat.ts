import type { Log } from '@guichet/kernel/log';
import { pause } from '@guichet/kernel/wait';

/**
 * Runs a round, pauses and runs it again until stopped. A round that throws is logged and does not prevent the next
 * one.
 *
 * @param round stops when the signal aborts. The signal lives as long as the loop, so a round must remove its
 * listeners.
 */
export function repeat(
  log: Log,
  name: string,
  pause_ms: number,
  round: (signal: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await round(signal);
      } catch (error) {
        log.error({ err: error }, `${name}: this round failed, the next one will try again`);
      }
      await pause(pause_ms, signal);
    }
  };
  const done = loop();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
