import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { presentGlance } from './present-status.ts';
import { type CheckoutKey, listGlances } from './queries.ts';
import type { CheckoutStatus } from './schemas.ts';

/** Between two rounds of looking. */
const pause_ms = 300;
/** Where a round takes long, the pause is that many times as long: looking is never most of what we do. */
const pause_per_round = 3;

/** Is told how a checkout stands after every round, changed or not. */
export type Listener = (status: CheckoutStatus) => void;

interface Watched extends CheckoutKey {
  readonly listeners: Set<Listener>;
}

/**
 * Makes the one loop of a process that looks at every checkout somebody watches, with one query a round, whichever
 * node changes them. It runs while there are listeners and keeps no process alive. A lost database is waited for.
 *
 * @returns adds a listener; what comes back takes it away
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
        if (isBroken) ctx.log.info({}, 'watching checkouts goes on');
        isBroken = false;
      } catch (error) {
        // Once for each outage: the next round comes within the second.
        if (!isBroken)
          ctx.log.error({ err: error }, 'watching checkouts failed, and is tried again until it works');
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
  // Who comes while we look has seen something newer already.
  const asked = new Map([...watched].map(([id, { listeners }]) => [id, [...listeners]]));
  const glances = await listGlances(ctx.db, [...watched.values()]);
  const now = ctx.clock.now();
  for (const glance of glances) {
    const status = presentGlance(ctx, glance, now);
    for (const tell of asked.get(glance.payment.id) ?? []) tell(status);
  }
}
