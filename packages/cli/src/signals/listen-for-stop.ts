import type { Shell } from '../shell/shell.ts';

/**
 * A Ctrl-C reaches the process twice when npm or npx started it: from the terminal, which signals everybody in the
 * foreground, and from npm, which passes it on. Both mean the one key that was pressed.
 */
const same_request_ms = 1_000;

export interface StopRequest {
  /** Resolves on the first SIGTERM, SIGINT or SIGHUP. */
  readonly received: Promise<void>;
  readonly isReceived: () => boolean;
}

/**
 * The request of a supervisor or a person to stop, listened for from now on. A second signal ends the process at once
 * with exit code 1, for whoever will not wait.
 */
export function listenForStop(shell: Pick<Shell, 'on' | 'exit'>): StopRequest {
  let received_at_ms: number | undefined;
  const received = new Promise<void>((resolve) => {
    const onSignal = (): void => {
      const at_ms = performance.now();
      if (received_at_ms !== undefined) {
        if (at_ms - received_at_ms >= same_request_ms) shell.exit(1);
        return;
      }
      received_at_ms = at_ms;
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) shell.on(signal, onSignal);
  });
  return { received, isReceived: () => received_at_ms !== undefined };
}
