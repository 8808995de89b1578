import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Crowd, Message } from './crowd.ts';
import { type Completed, cutWindows } from './figures.ts';
import { openShop } from './shop.ts';

/**
 * Generates load in a separate process: the merchant's server and its customers. Takes a `Crowd` as JSON. Reports
 * when it is warm, waits for a message, makes the measured payments and reports their figures; exits with an error
 * at the first refusal.
 */
const crowd = JSON.parse(process.argv[2] ?? '') as Crowd;
const shop = await openShop(crowd);
// Begins with a number unique to this run, because an earlier run may have used the low numbers.
let next = Math.floor(Date.now() / 1000) * 1000;

/** Pays for a while. @returns all payments that were begun in that time, including those completed later */
async function payFor(span_s: number): Promise<Completed[]> {
  const from_ms = performance.now();
  const completed: Completed[] = [];
  const { pace } = crowd;
  if ('customers' in pace) {
    const payOn = async (): Promise<void> => {
      while (performance.now() < from_ms + span_s * 1000) {
        const began_ms = performance.now();
        await shop.buy(next++);
        completed.push({ at_ms: performance.now(), took_ms: performance.now() - began_ms });
      }
    };
    await Promise.all(Array.from({ length: pace.customers }, payOn));
    return completed;
  }
  // Each payment is due at a fixed time even if this process or the service is behind; its duration is measured
  // from that time.
  const open: Promise<void>[] = [];
  const count = Math.floor(span_s * pace.per_second);
  for (let index = 0; index < count; index++) {
    const due_ms = from_ms + (index / pace.per_second) * 1000;
    const early_ms = due_ms - performance.now();
    if (early_ms > 0) await setTimeout(early_ms);
    open.push(
      shop.buy(next++).then(() => {
        completed.push({ at_ms: due_ms, took_ms: performance.now() - due_ms });
      }),
    );
  }
  await Promise.all(open);
  return completed;
}

const tell = (message: Message): void => {
  process.send?.(message);
};

if (crowd.warm_s > 0) await payFor(crowd.warm_s);
tell({ kind: 'warm' });
await once(process, 'message');
const used = process.cpuUsage();
const from_ms = performance.now();
const completed = await payFor(crowd.windows * crowd.window_s);
const { user, system } = process.cpuUsage(used);
tell({
  kind: 'paid',
  paid: {
    ...cutWindows(completed, { from_ms, ...crowd }),
    payments: completed.length,
    cpu_ms: (user + system) / 1000,
  },
});
await shop.close();
process.disconnect();
