import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { type Awaited, listAwaited } from './queries.ts';

/** The pause between two polls. */
const pause_ms = 200;
/**
 * The pause is at least this many times as long as the preceding poll, so that slow polls do not burden the
 * database.
 */
const pause_per_round = 3;
/**
 * The maximum for one process, because each waiter holds a customer's connection. Customers beyond this number do
 * not wait.
 */
const waiters_max = 10_000;
/**
 * The maximum wait, counted from the time of payment. After that, the customer returns to the shop even if its
 * server has not acknowledged the payment yet.
 */
const usual_wait_ms = 10_000;

/**
 * Waits until the merchant's server has been notified of a successful payment: until each enabled endpoint that
 * subscribes to the event has acknowledged it, or can no longer do so in time.
 *
 * @param signal ends the wait immediately
 */
export type AwaitAcknowledged = (
  payment: { readonly merchant_id: string; readonly id: string; readonly paid_at: Date | null },
  signal: AbortSignal,
) => Promise<void>;

interface Waiter extends Awaited {
  leave(): void;
}

/**
 * Makes the wait that a process shares: it polls with one query for all waiting customers, and does not poll while
 * there are none.
 *
 * @param options.wait_ms counted from the time of payment; 10 s when omitted
 */
export function makeAwaitAcknowledged(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { wait_ms = usual_wait_ms }: { readonly wait_ms?: number } = {},
): AwaitAcknowledged {
  const waiters = new Set<Waiter>();
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    let isBroken = false;
    while (waiters.size > 0) {
      const began_ms = performance.now();
      try {
        await look(ctx, waiters);
        isBroken = false;
      } catch (error) {
        // Logged only once per outage: for customers, an outage means no more than the wait for a slow endpoint.
        if (!isBroken) ctx.log.error({ err: error }, 'checking for acknowledged webhooks failed');
        isBroken = true;
      }
      const round_ms = performance.now() - began_ms;
      await setTimeout(Math.max(pause_ms, pause_per_round * round_ms), undefined, { ref: false });
    }
    isRunning = false;
  };

  return async ({ merchant_id, id: payment_id, paid_at }, signal) => {
    if (paid_at === null) return;
    const until = new Date(paid_at.getTime() + wait_ms);
    const left_ms = until.getTime() - ctx.clock.now().getTime();
    if (left_ms <= 0 || waiters.size >= waiters_max) return;
    // Most merchants have no endpoint or have acknowledged already.
    if ((await listAwaited(ctx.db, [{ merchant_id, payment_id, until }])).length === 0) return;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const leave = (): void => {
        waiters.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiter: Waiter = { merchant_id, payment_id, until, leave };
      const timer = globalThis.setTimeout(leave, left_ms);
      signal.addEventListener('abort', leave);
      waiters.add(waiter);
      if (!isRunning) void run();
    });
  };
}

async function look(ctx: Pick<Context, 'db'>, waiters: ReadonlySet<Waiter>): Promise<void> {
  const asked = [...waiters];
  const awaited = new Set(await listAwaited(ctx.db, asked));
  for (const { payment_id, leave } of asked) if (!awaited.has(payment_id)) leave();
}
