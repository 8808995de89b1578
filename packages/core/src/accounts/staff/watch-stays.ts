import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { listStanding, type Stay } from './reauthentication/queries.ts';

/** The pause between two checks. */
const pause_ms = 2_000;

/** A watched connection. */
export interface WatchedStay {
  /** Aborted once the person is no longer allowed to be connected. */
  readonly signal: AbortSignal;
  /** Stops watching; to be called once, when the connection has ended by itself. */
  end(): void;
}

/** Watches the long-lived connection of a signed-in person: an event stream, or a download. */
export type WatchStay = (stay: Stay) => WatchedStay;

/**
 * Makes the loop, one per process, that checks every two seconds whether the people with long-lived connections may
 * keep them: whether they are still members, still have the same role and still have an open session. It runs only
 * while there are such connections, checks them all in one statement, and does not keep the process alive. It
 * retries while the database is unavailable.
 */
export function makeStaysWatch({
  db,
  log,
  session_limits,
}: Pick<Context, 'db' | 'log' | 'session_limits'>): WatchStay {
  const open = new Map<AbortController, Stay>();
  let isRunning = false;

  const look = async (): Promise<void> => {
    const entries = [...open];
    const standing = await listStanding(
      db,
      entries.map(([, stay]) => stay),
      session_limits,
    );
    for (const [place, [controller]] of entries.entries()) {
      if (!standing.has(place)) controller.abort();
    }
  };

  const run = async (): Promise<void> => {
    isRunning = true;
    let isBroken = false;
    while (open.size > 0) {
      await setTimeout(pause_ms, undefined, { ref: false });
      try {
        await look();
        isBroken = false;
      } catch (error) {
        // Logged once per outage: the next check follows within seconds.
        if (!isBroken) log.error({ err: error }, 'checking the open connections of staff failed; retrying');
        isBroken = true;
      }
    }
    isRunning = false;
  };

  return (stay) => {
    const controller = new AbortController();
    open.set(controller, stay);
    if (!isRunning) void run();
    return { signal: controller.signal, end: () => void open.delete(controller) };
  };
}
