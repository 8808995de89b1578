import { setTimeout } from 'node:timers/promises';
import { makeEvents, type Target } from './make-events.ts';
import { processorSeconds } from './processor-seconds.ts';
import { countWaiting, insertEvents, type NewDelivery, readWritten } from './queries.ts';
import { setUpEndpoints } from './set-up.ts';
import type { Site } from './site.ts';

const look_ms = 250;
const settled_within_ms = 120_000;
const rows_a_statement = 2_000;
/** The number of events per millisecond that a busy merchant emits. */
const events_a_ms = 4;
const first_count = 30_000;
const sustained_s = 60;
/** The maximum speedup of a warm process over one that has just started. */
const warm_to_cold = 1.35;
const paced_per_second = 1_500;
const paced_s = 25;

/** The result of a run. */
interface Run {
  readonly count: number;
  readonly per_second: number;
  /** The rate in each whole second of the run. */
  readonly rates: readonly number[];
  readonly again: number;
  /** The processor time that the service's process uses per delivery; null where the system does not report it. */
  readonly processor_us: number | null;
}

/** Measures how many deliveries per second are signed, sent, acknowledged and logged. @returns lines to print */
export async function measureThroughput(site: Site): Promise<string[]> {
  const plan = { path: 'ok', weight: 1 };
  const one = await setUpEndpoints(site.ctx, site.port, [plan]);
  const twenty = await setUpEndpoints(site.ctx, site.port, Array(20).fill(plan));
  const { pid } = await site.restart();
  /** Measures the processor time of a run. */
  const weigh = async (run: () => Promise<Omit<Run, 'processor_us'>>): Promise<Run> => {
    const before_s = await processorSeconds(pid);
    const made = await run();
    const after_s = await processorSeconds(pid);
    const isTold = before_s !== null && after_s !== null;
    return { ...made, processor_us: isTold ? ((after_s - before_s) * 1e6) / made.count : null };
  };
  const first = await weigh(() => drain(site, one, first_count));
  const sustained = await weigh(() =>
    drain(site, twenty, Math.ceil(first.per_second * sustained_s * warm_to_cold)),
  );
  const paced = await weigh(() => pace(site, twenty));
  return [
    'signed deliveries of payment events, each attempt logged, receiver and PostgreSQL on the same cores',
    describe('a backlog of one endpoint', first),
    `${describe('a backlog of 20 endpoints', sustained)} (target: at least 1500/s for 60 s, aiming at 4000)`,
    describe(`20 endpoints, ${paced_per_second} events written a second`, paced),
  ];
}

function describe(name: string, { count, per_second, rates, again, processor_us }: Run): string {
  const quarter = Math.max(1, Math.floor(rates.length / 4));
  const mean = (some: readonly number[]) =>
    Math.round(some.reduce((sum, rate) => sum + rate, 0) / some.length);
  const cost =
    processor_us === null ? '' : `, ${Math.round(processor_us)} µs of the service's processor time each`;
  return `  ${name}: ${Math.round(per_second)}/s over ${rates.length} s (first quarter ${mean(rates.slice(0, quarter))}/s, last ${mean(rates.slice(-quarter))}/s), ${count} events, ${again} sent twice${cost}`;
}

/** Measures the delivery of a backlog that becomes due in one commit. */
async function drain(
  site: Site,
  targets: readonly Target[],
  count: number,
): Promise<Omit<Run, 'processor_us'>> {
  await site.receiver.ask('forget', null);
  await fill(site, targets, count);
  return finish(site, targets, count);
}

async function fill({ client }: Site, targets: readonly Target[], count: number): Promise<void> {
  const supply = makeEvents(targets);
  const began_ms = Date.now() - count / events_a_ms;
  await client.query('begin');
  for (let made = 0; made < count; ) {
    const group: NewDelivery[] = [];
    while (group.length < rows_a_statement && made < count) {
      const created_at = new Date(began_ms + made / events_a_ms);
      group.push({ ...supply.next().value, created_at });
      made++;
    }
    await insertEvents(client, group);
  }
  // Autovacuum would do this within a minute.
  await client.query('analyze events, webhook_deliveries, webhook_attempts, webhook_endpoints');
  await client.query('commit');
}

/** Measures deliveries while events are written at a steady pace. */
async function pace(site: Site, targets: readonly Target[]): Promise<Omit<Run, 'processor_us'>> {
  await site.receiver.ask('forget', null);
  const { data_dir } = site;
  const written = await site.writer.ask('insert', {
    ...{ data_dir, targets, per_second: paced_per_second, duration_s: paced_s },
  });
  return finish(site, targets, written.length);
}

/** @throws Error if an event has not arrived, or its attempt is not in the log */
async function finish(
  site: Site,
  targets: readonly Target[],
  count: number,
): Promise<Omit<Run, 'processor_us'>> {
  const { receiver, client } = site;
  const endpoint_ids = targets.map(({ endpoint_id }) => endpoint_id);
  const give_up_ms = performance.now() + settled_within_ms;
  while ((await receiver.ask('counts', null)).arrived < count && performance.now() < give_up_ms) {
    await setTimeout(look_ms);
  }
  while ((await countWaiting(client, endpoint_ids)) > 0 && performance.now() < give_up_ms) {
    await setTimeout(look_ms);
  }
  const { arrived, again } = await receiver.ask('counts', null);
  const written = await readWritten(client, endpoint_ids);
  if (arrived !== count || written.waiting > 0 || written.tries < written.delivered + again) {
    throw new Error(`${arrived} of ${count} events arrived; in the log: ${JSON.stringify(written)}`);
  }
  const times = [...(await receiver.ask('arrivals', null)).values()];
  // The map is in the order of arrival.
  const [first_ms, last_ms] = [times[0] ?? 0, times.at(-1) ?? 0];
  const rates = Array.from({ length: Math.floor((last_ms - first_ms) / 1000) }, () => 0);
  for (const time_ms of times) {
    const second = Math.floor((time_ms - first_ms) / 1000);
    if (second < rates.length) rates[second] = (rates[second] ?? 0) + 1;
  }
  return { count, per_second: (count * 1000) / (last_ms - first_ms), rates, again };
}
