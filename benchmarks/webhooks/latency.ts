import { percentile } from '../percentile.ts';
import { setUpEndpoints } from './set-up.ts';
import type { Site } from './site.ts';
import type { WrittenEvent } from './writer.ts';

const per_second = 20;
const duration_s = 20;

/** Measures the delay of an event on an otherwise idle service. @returns lines to print */
export async function measureLatency(site: Site): Promise<string[]> {
  const targets = await setUpEndpoints(site.ctx, site.port, Array(4).fill({ path: 'ok', weight: 1 }));
  await site.restart();
  const { data_dir, receiver, writer } = site;
  await receiver.ask('forget', null);
  const written = await writer.ask('emit', { data_dir, targets, per_second, duration_s });
  const waits_ms = await readWaits(site, written);
  return [
    `an event at rest, ${per_second} a second one by one, from commit to received: p50 ${percentile(waits_ms, 0.5).toFixed(1)} ms (target: at most 20), p99 ${percentile(waits_ms, 0.99).toFixed(1)} ms (target: at most 100), longest ${Math.max(...waits_ms).toFixed(1)} ms`,
  ];
}

/**
 * Reads the delay of each event from commit to receipt, in milliseconds.
 *
 * @throws Error if an event has not arrived within 20 seconds
 */
export async function readWaits(site: Site, written: readonly WrittenEvent[]): Promise<number[]> {
  const give_up_ms = performance.now() + 20_000;
  for (;;) {
    const arrivals = await site.receiver.ask('arrivals', null);
    const waits_ms = written.flatMap(({ event_id, committed_ms }) => {
      const arrived_ms = arrivals.get(event_id);
      return arrived_ms === undefined ? [] : [arrived_ms - committed_ms];
    });
    if (waits_ms.length === written.length) return waits_ms;
    if (performance.now() > give_up_ms) {
      throw new Error(`only ${waits_ms.length} of ${written.length} events have arrived`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
