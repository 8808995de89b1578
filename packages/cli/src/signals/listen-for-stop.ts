import type { Shell } from '../shell/shell.ts';

/**
 * The time within which two signals count as one. Under npm or npx a single Ctrl-C arrives twice: from the
 * terminal, which signals the whole foreground group, and from npm, which passes it on.
 */
const same_request_ms = 1_000;

export interface StopRequest {
  /** Resolves on the first SIGTERM, SIGINT or SIGHUP. */
  readonly received: Promise<void>;
  readonly isReceived: () => boolean;
}

/**
 * Listens for the request to stop, from a supervisor or a person. A second signal ends the process immediately with
 * exit code 1.
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
