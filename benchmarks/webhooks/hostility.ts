import { setInterval } from 'node:timers/promises';
import { percentile } from '../percentile.ts';
import { residentMegabytes } from '../start-service.ts';
import { behaviours } from './hostile-behaviours.ts';
import type { HostileAnswers } from './hostile-receiver.ts';
import { readWaits } from './latency.ts';
import { beginAnew } from './queries.ts';
import { setUpEndpoints } from './set-up.ts';
import type { Site } from './site.ts';
import { startChild } from './talk.ts';
import type { WriterAnswers } from './writer.ts';

const endpoints = 1_000;
const warm_s = 5;
const hostile_s = 40;
/** The backlog of deliveries for the endpoints at the start; more arrive at a steady rate. */
const at_once = 10_000;
const hostile_per_second = 250;
const healthy_endpoints = 10;
const healthy_per_second = 50;
const look_ms = 250;

/**
 * Measures the service's memory and the delay of healthy endpoints next to hostile ones. @returns lines to print
 */
export async function measureHostility(site: Site): Promise<string[]> {
  const hostile = startChild<HostileAnswers>('hostile-receiver.ts');
  const names = Object.keys(behaviours);
  const plans = Array.from({ length: endpoints }, (_, number) => ({
    path: names[number % names.length] ?? '',
    weight: 1,
  }));
  const { ctx, data_dir, receiver, writer, client } = site;
  const targets = await setUpEndpoints(ctx, await hostile.ask('port', null), plans);
  const well = await setUpEndpoints(ctx, site.port, Array(endpoints).fill({ path: 'ok', weight: 1 }));
  const healthy = well.slice(0, healthy_endpoints);
  const { pid } = await site.restart();
  const at_rest = await residentMegabytes(pid);
  await receiver.ask('forget', null);
  const pace = { data_dir, targets: healthy, per_second: healthy_per_second };
  // The same load is first sent to the same number of healthy endpoints, because any load takes some memory, even
  // without an attack.
  const first = { data_dir, targets: well, per_second: at_once, duration_s: 1 };
  await readWaits(site, await writer.ask('insert', first));
  await writer.ask('insert', { ...pace, duration_s: warm_s });
  const before = await residentMegabytes(pid);
  const looking = new AbortController();
  const highest = watchMemory(pid, looking.signal);
  const second = startChild<WriterAnswers>('writer.ts');
  const hurt = { data_dir, targets, per_second: hostile_per_second, duration_s: hostile_s };
  const harm = second
    .ask('insert', { data_dir, targets, per_second: at_once, duration_s: 1 })
    .then(() => second.ask('insert', hurt));
  const written = await writer.ask('insert', { ...pace, duration_s: hostile_s });
  await harm;
  const waits_ms = await readWaits(site, written);
  looking.abort();
  const most = await highest;
  const connections = await hostile.ask('connections', null);
  await beginAnew(
    client,
    targets.map(({ endpoint_id }) => endpoint_id),
  );
  await Promise.all([second.stop(), hostile.stop()]);
  const grown =
    before === null || most === null
      ? 'unknown on this system'
      : `${Math.round(most - before)} MB, from ${Math.round(before)} after as many events to healthy ones (at rest ${Math.round(at_rest ?? 0)}) to ${Math.round(most)}`;
  return [
    `${endpoints} hostile endpoints (${names.join(', ')}) for ${hostile_s} s, ${connections} connections to them`,
    `  memory of the service grew by ${grown} (target: at most 50 MB)`,
    `  ${healthy_per_second} events a second to healthy endpoints meanwhile: p50 ${percentile(waits_ms, 0.5).toFixed(1)} ms, p99 ${percentile(waits_ms, 0.99).toFixed(1)} ms from commit to received`,
  ];
}

/** @returns the highest value that was read */
async function watchMemory(pid: number, signal: AbortSignal): Promise<number | null> {
  let most = await residentMegabytes(pid);
  try {
    for await (const _ of setInterval(look_ms, undefined, { signal })) {
      const now = await residentMegabytes(pid);
      if (now !== null && (most === null || now > most)) most = now;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return most;
}
