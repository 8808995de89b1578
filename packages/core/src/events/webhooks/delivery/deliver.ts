import type { Context } from '../../../platform/context.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import { type Dispatcher, makeDispatcher } from './dispatch.ts';
import { type EndpointLeases, openEndpointLeases } from './endpoint-leases.ts';
import { findDueEndpoints } from './queries.ts';
import type { Sender } from './send.ts';

/**
 * The pause between polls for deliveries that become due without a notification: retries, and deliveries that
 * another process has left behind.
 */
const poll_ms = 500;
/** The minimum ratio of the pause to the duration of a poll. */
const pause_per_look = 10;
/**
 * The maximum number of endpoints that this process owns at once. Each takes memory, and an entry in
 * PostgreSQL's lock table, which by default has 6,400 entries for all locks.
 */
const usual_owned_max = 1_000;
/** The pause after a broken connection. */
const restart_ms = 500;

type Ctx = Pick<Context, 'db' | 'pool' | 'clock' | 'log' | 'secrets' | 'tokens'>;

/**
 * Sends webhooks until stopped: from the table of deliveries, at least once, alongside any number of other
 * processes. New deliveries are announced by notification; retries are found by polling.
 *
 * Modes of the loop:
 * - *opening*: no endpoint is owned. Entered at the start, and `restart_ms` after the connection broke; left
 *   once the connection that listens and holds the locks is open.
 * - *polling*: finds endpoints with something due, and releases idle ones; while others await their turn,
 *   also releases those whose turn is over. Entered every `poll_ms`, or less often when the poll itself takes
 *   long; left when the poll is done.
 * - *filling*: takes the noticed endpoints, as many as there is room for, reads what is due and starts attempts.
 *   Entered after a poll, a notification or the end of an attempt; left when the dispatcher wants no more.
 * - *resting*: entered when *filling* ends; left by a notification, by an attempt that makes room, or for the
 *   next poll.
 * - *ending*: entered by `stop()` or a broken connection: all endpoints are dropped, and their locks end with
 *   the connection. After a break *opening* follows; after `stop()` the attempts in flight are awaited, and
 *   the loop ends.
 *
 * @param owned_max the maximum number of endpoints to own at once; further ones await their turn
 */
export function startDelivering(
  ctx: Ctx,
  sender: Sender,
  owned_max = usual_owned_max,
): { stop(): Promise<void> } {
  let wake = (): void => {};
  const dispatcher = makeDispatcher(ctx, sender, () => wake());
  const loop = repeat(ctx.log, 'delivery of webhooks', restart_ms, async (signal) => {
    // Endpoints for which a delivery was announced or is due, whether or not this process owns them yet.
    const noticed = new Set<string>();
    // Noticed endpoints that this process does not own and has no room for, in the order of their turns.
    const awaiting = new Set<string>();
    let goes_on = true;
    const end = (): void => {
      goes_on = false;
      wake();
    };
    const owner = await openEndpointLeases(ctx, {
      announced: (endpoint_id) => {
        noticed.add(endpoint_id);
        wake();
      },
      changed: (endpoint_id) => {
        dispatcher.renew(endpoint_id);
        wake();
      },
      lost: (error) => {
        ctx.log.warn({ err: error }, 'lost the connection that holds the leases of webhook endpoints');
        // Other processes may own the endpoints by now, so nothing more is sent, not even in this iteration.
        dispatcher.dropAll();
        end();
      },
    });
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    let look_at_ms = 0;
    try {
      while (goes_on) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (performance.now() >= look_at_ms)
          look_at_ms = await look(ctx, dispatcher, owner, { noticed, awaiting });
        await takeNoticed(dispatcher, owner, { noticed, awaiting }, owned_max);
        await dispatcher.fill();
        if (!dispatcher.wants()) await rest(woken, look_at_ms);
      }
    } finally {
      signal.removeEventListener('abort', end);
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

/** Endpoints to which something is to be sent. */
interface Candidates {
  readonly noticed: Set<string>;
  readonly awaiting: Set<string>;
}

/** @returns the time of the next poll */
async function look(
  ctx: Ctx,
  dispatcher: Dispatcher,
  owner: EndpointLeases,
  { noticed, awaiting }: Candidates,
): Promise<number> {
  const began_ms = performance.now();
  const idle = dispatcher.dropIdle(awaiting.size);
  if (idle.length > 0) await owner.release(idle);
  for (const endpoint_id of await findDueEndpoints(ctx.db, ctx.clock.now())) noticed.add(endpoint_id);
  const now_ms = performance.now();
  return now_ms + Math.max(poll_ms, pause_per_look * (now_ms - began_ms));
}

async function takeNoticed(
  dispatcher: Dispatcher,
  owner: EndpointLeases,
  { noticed, awaiting }: Candidates,
  owned_max: number,
): Promise<void> {
  const known = [...noticed].filter((endpoint_id) => dispatcher.has(endpoint_id));
  for (const endpoint_id of noticed) if (!dispatcher.has(endpoint_id)) awaiting.add(endpoint_id);
  noticed.clear();
  if (known.length > 0) dispatcher.add(known);
  // Other processes may own some of these endpoints, which leaves room for the next ones.
  while (awaiting.size > 0 && dispatcher.count() < owned_max) {
    const next = [...awaiting].slice(0, owned_max - dispatcher.count());
    for (const endpoint_id of next) awaiting.delete(endpoint_id);
    dispatcher.add(await owner.take(next));
  }
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
 * Sends everything that is due now, in this process alone: for commands and tests. No other process may be
 * sending.
 *
 * @returns the number of attempts
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
