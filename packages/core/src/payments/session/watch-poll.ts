import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { presentGlance } from './present-status.ts';
import { type CheckoutKey, listGlances } from './queries.ts';
import type { CheckoutStatus } from './schemas.ts';

/** The pause between two polls. */
const pause_ms = 300;
/** The minimum ratio of the pause to the duration of a poll, so that polling never dominates. */
const pause_per_round = 3;

/** Called with a checkout's status after every poll, changed or not. */
export type Listener = (status: CheckoutStatus) => void;

interface Watched extends CheckoutKey {
  readonly listeners: Set<Listener>;
}

/**
 * Makes the single loop of a process that polls all watched checkouts with one query, so that changes made by any
 * node are found. It runs while there are listeners, but does not keep the process alive. When the database is
 * unavailable, it continues as soon as the database is back.
 *
 * @returns a function that adds a listener and returns the function that removes it
 */
export function makePoll(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'tokens'>,
): (key: CheckoutKey, listener: Listener) => () => void {
  const watched = new Map<string, Watched>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    let isBroken = false;
    let wait_ms = pause_ms;
    while (watched.size > 0) {
      await setTimeout(wait_ms, undefined, { ref: false });
      const began_ms = performance.now();
      try {
        await look(ctx, watched);
        if (isBroken) ctx.log.info({}, 'watching checkouts continues');
        isBroken = false;
      } catch (error) {
        // Logged once for each outage: the next poll follows within a second.
        if (!isBroken)
          ctx.log.error({ err: error }, 'watching checkouts failed, and is retried until it succeeds');
        isBroken = true;
      }
      wait_ms = Math.max(pause_ms, pause_per_round * (performance.now() - began_ms));
    }
    isRunning = false;
  };

  return ({ merchant_id, payment_id }, listener) => {
    const entry = watched.get(payment_id) ?? { merchant_id, payment_id, listeners: new Set() };
    watched.set(payment_id, entry);
    entry.listeners.add(listener);
    if (!isRunning) void run();
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0 && watched.get(payment_id) === entry) watched.delete(payment_id);
    };
  };
}

async function look(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  watched: ReadonlyMap<string, Watched>,
): Promise<void> {
  if (watched.size === 0) return;
  // Only listeners that joined before the query: one that joins during it has already received a newer status.
  const asked = new Map([...watched].map(([id, { listeners }]) => [id, [...listeners]]));
  const glances = await listGlances(ctx.db, [...watched.values()]);
  const now = ctx.clock.now();
  for (const glance of glances) {
    const status = presentGlance(ctx, glance, now);
    for (const tell of asked.get(glance.payment.id) ?? []) tell(status);
  }
}
