import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { listStanding, type Stay } from './proofs/queries.ts';

/** Between two looks. */
const pause_ms = 2_000;

/** A stay that is watched. */
export interface WatchedStay {
  /** Aborted when the person may no longer be there. */
  readonly signal: AbortSignal;
  /** It is over by itself: to be called once. */
  end(): void;
}

/** Watches somebody who was let in for long: a page that listens, a file that is being sent. */
export type WatchStay = (stay: Stay) => WatchedStay;

/**
 * Makes the one loop of a process that looks every two seconds whether those who were let in for long may still be
 * there: members, in the same role, with a session that is not over. It runs while there are any, with one statement
 * for all of them, and keeps no process alive. A lost database is waited for.
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
        // Once for each outage: the next look comes within seconds.
        if (!isBroken) log.error({ err: error }, 'looking who may still listen failed, and is tried again');
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
