import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@guichet/kernel/log';
import { waitFor } from '@guichet/kernel/wait';
import type { Membership } from './join-server.ts';

interface Keeper {
  /** Stops watching. Resolves with the membership at that moment; null when there is none. */
  halt(): Promise<Membership | null>;
}

const first_pause_ms = 500;
const pause_max_ms = 30_000;
/** A server that ran for at least this long before it died is restarted without a pause. */
const stable_after_ms = 60_000;

/**
 * Watches the server through the membership's connection, and joins it again when that breaks, which restarts a
 * dead server. It makes no difference whether the server is our child.
 *
 * Modes:
 * - *joined*: the connection holds. Entered at the start and by a successful attempt to join; left when it breaks.
 * - *pausing*: entered by a break or a failed attempt to join; no pause at the first break or after `stable_after_ms`
 *   of running, otherwise from `first_pause_ms`, doubled each time, to `pause_max_ms`.
 * - *joining*: entered after the pause; left for *joined*, or for *pausing* when it fails.
 * - *halted*: entered from any other mode by `halt()`, which aborts a pause or an attempt to join.
 *
 * @param rejoin joins again, on the same port
 */
export function keepRunning(
  first: Membership,
  rejoin: (signal: AbortSignal) => Promise<Membership>,
  log: Log,
): Keeper {
  const halting = new AbortController();
  const { signal } = halting;
  let membership: Membership | null = first;

  async function watch(): Promise<void> {
    let pause_ms = 0;
    while (!signal.aborted) {
      const joined_at = performance.now();
      const cause = membership && (await waitFor(membership.lost, signal));
      if (signal.aborted) return;
      if (performance.now() - joined_at > stable_after_ms) pause_ms = 0;
      if (membership) log.warn({ err: cause }, 'the connection to the embedded database broke');
      membership = null;
      if (pause_ms > 0) await waitFor(sleep(pause_ms, undefined, { ref: false }), signal);
      if (signal.aborted) return;
      pause_ms = Math.min(Math.max(pause_ms * 2, first_pause_ms), pause_max_ms);
      membership = await tryRejoin();
    }
  }

  async function tryRejoin(): Promise<Membership | null> {
    try {
      const again = await rejoin(signal);
      const what = again.launched ? 'had died and was restarted' : 'is available again';
      log.warn({ port: again.port }, `the embedded database ${what}`);
      if (again.port !== first.port) {
        log.error(
          { port: again.port, was: first.port },
          'the embedded database changed its port; restart this process',
        );
      }
      return again;
    } catch (error) {
      if (!signal.aborted)
        log.error({ err: error }, 'the embedded database could not be restarted; trying again');
      return null;
    }
  }

  const watching = watch();
  return {
    async halt() {
      halting.abort();
      await watching;
      return membership?.isLost() ? null : membership;
    },
  };
}
