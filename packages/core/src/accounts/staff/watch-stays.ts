import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { listStanding, type Stay } from './reauthentication/queries.ts';

/** The pause between two checks. */
const pause_ms = 2_000;

/**
 * Watches the long-lived connection of a signed-in person: an event stream, or a download, until it ends by itself.
 *
 * @param connection aborted when it ends; it may have ended already, because admitting it takes time
 * @returns a signal that is aborted then, or once the person is no longer allowed to be connected
 */
export type WatchStay = (stay: Stay, connection: AbortSignal) => AbortSignal;

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
      if (standing.has(place)) continue;
      open.delete(controller);
      controller.abort();
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

  return (stay, connection) => {
    if (connection.aborted) return connection;
    const controller = new AbortController();
    open.set(controller, stay);
    connection.addEventListener('abort', () => open.delete(controller), { once: true });
    if (!isRunning) void run();
    return AbortSignal.any([connection, controller.signal]);
  };
}
