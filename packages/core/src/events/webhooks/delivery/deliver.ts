import type { Context } from '../../../platform/context.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import { type Dispatcher, makeDispatcher } from './dispatch.ts';
import { type LineOwner, openLineOwner } from './own-lines.ts';
import { findDueEndpoints } from './queries.ts';
import type { Sender } from './send.ts';

/** What is due by its time, not announced: retries, and whatever another process has left. */
const poll_ms = 500;
/** Where looking takes long, the pause is that many times as long. */
const pause_per_look = 10;
/** After the connection broke. */
const restart_ms = 500;

type Ctx = Pick<Context, 'db' | 'pool' | 'clock' | 'log' | 'secrets' | 'tokens'>;

/**
 * Sends webhooks until it is stopped: from the table that events write their deliveries to in their own transaction,
 * at least once, beside any number of other processes that do the same.
 */
export function startDelivering(ctx: Ctx, sender: Sender): { stop(): Promise<void> } {
  let wake = (): void => {};
  const dispatcher = makeDispatcher(ctx, sender, () => wake());
  const loop = repeat(ctx.log, 'delivery of webhooks', restart_ms, async (stopped) => {
    // Announced or due, and not known yet whether this process is to send it.
    const noticed = new Set<string>();
    let goes_on = true;
    const end = (): void => {
      goes_on = false;
      wake();
    };
    const owner = await openLineOwner(ctx, {
      announced: (endpoint_id) => {
        noticed.add(endpoint_id);
        wake();
      },
      lost: (error) => {
        ctx.log.warn({ err: error }, 'the connection by which webhooks are shared out broke');
        end();
      },
    });
    void stopped.then(end);
    let look_at_ms = 0;
    try {
      while (goes_on) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (performance.now() >= look_at_ms) look_at_ms = await look(ctx, dispatcher, owner, noticed);
        await takeNoticed(dispatcher, owner, noticed);
        await dispatcher.fill();
        if (!dispatcher.wants()) await rest(woken, look_at_ms);
      }
    } finally {
      dispatcher.dropAll();
      await owner.close();
    }
  });
  return {
    stop: async () => {
      await loop.stop();
      await dispatcher.settled();
    },
  };
}

/** @returns when to look again */
async function look(
  ctx: Ctx,
  dispatcher: Dispatcher,
  owner: LineOwner,
  noticed: Set<string>,
): Promise<number> {
  const began_ms = performance.now();
  const idle = dispatcher.dropIdle();
  if (idle.length > 0) await owner.release(idle);
  for (const endpoint_id of await findDueEndpoints(ctx.db, ctx.clock.now())) noticed.add(endpoint_id);
  const now_ms = performance.now();
  return now_ms + Math.max(poll_ms, pause_per_look * (now_ms - began_ms));
}

async function takeNoticed(dispatcher: Dispatcher, owner: LineOwner, noticed: Set<string>): Promise<void> {
  if (noticed.size === 0) return;
  const endpoint_ids = [...noticed];
  noticed.clear();
  const known = endpoint_ids.filter((endpoint_id) => dispatcher.has(endpoint_id));
  const others = endpoint_ids.filter((endpoint_id) => !dispatcher.has(endpoint_id));
  dispatcher.add(known);
  if (others.length > 0) dispatcher.add(await owner.take(others));
}

async function rest(woken: Promise<void>, until_ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until_ms - performance.now()));
  });
  await Promise.race([woken, over]);
  clearTimeout(timer);
}

/**
 * Sends all that is due now, to the last, in this process alone: for commands and tests. Nothing else may send meanwhile.
 *
 * @returns how many tries were made
 */
export async function deliverDue(ctx: Ctx, sender: Sender): Promise<number> {
  const dispatcher = makeDispatcher(ctx, sender, () => {});
  for (let total = 0; ; ) {
    dispatcher.add(await findDueEndpoints(ctx.db, ctx.clock.now()));
    await dispatcher.fill();
    await dispatcher.settled();
    const started = dispatcher.takeStarted();
    if (started === 0) return total;
    total += started;
  }
}
