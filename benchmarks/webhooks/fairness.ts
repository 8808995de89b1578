import { setTimeout } from 'node:timers/promises';
import { median, percentile } from '../percentile.ts';
import { readWaits } from './latency.ts';
import type { Target } from './make-events.ts';
import { beginAnew } from './queries.ts';
import { type Plan, setUpEndpoints } from './set-up.ts';
import type { Site } from './site.ts';

const endpoints = 1_000;
/** The share of the volume that goes to one endpoint. */
const busy_share = 0.9;
const per_second = 1_000;
const round_s = 8;
const rounds = 3;
/** The number of deliveries that are already due to each misbehaving endpoint when a round begins. */
const backlog = 10;
const calm_ms = 3_000;

/** One endpoint with most of the volume, and endpoints that hang or fail, interspersed with healthy ones. */
const plans: readonly Plan[] = Array.from({ length: endpoints }, (_, number) => {
  if (number === 0) return { path: 'ok', weight: (busy_share / (1 - busy_share)) * (endpoints - 1) };
  return { path: number % 10 === 1 ? 'hang' : number % 10 === 2 ? 'refuse' : 'ok', weight: 1 };
});

interface Round {
  readonly busy_p99_ms: number;
  readonly others_p99_ms: number;
  readonly p99_ms: number;
}

/** Measures the delay of healthy endpoints while others hang or fail. @returns lines to print */
export async function measureFairness(site: Site): Promise<string[]> {
  const targets = await setUpEndpoints(site.ctx, site.port, plans);
  await site.restart();
  const calm: Round[] = [];
  const troubled: Round[] = [];
  for (let number = 0; number < rounds; number++) {
    calm.push(await run(site, targets, false));
    troubled.push(await run(site, targets, true));
  }
  await site.receiver.ask('trouble', false);
  const describe = (name: string, key: keyof Round): string => {
    const [without, during] = [calm, troubled].map((some) => median(some.map((one) => one[key])));
    return `  ${name}: p99 ${during?.toFixed(1)} ms, when all are healthy ${without?.toFixed(1)} ms, ratio ${((during ?? Number.NaN) / (without ?? Number.NaN)).toFixed(2)}`;
  };
  return [
    `${endpoints} endpoints of which 10 % hang, 10 % respond with 500 and one has 90 % of ${per_second} events a second, ${rounds} rounds of ${round_s} s in turns, medians, from commit to received`,
    `${describe('all healthy endpoints', 'p99_ms')} (target: at most 2.0)`,
    describe('the busy endpoint', 'busy_p99_ms'),
    describe('the other healthy endpoints', 'others_p99_ms'),
  ];
}

async function run(site: Site, targets: readonly Target[], is_troubled: boolean): Promise<Round> {
  const { data_dir, receiver, writer, client } = site;
  await receiver.ask('trouble', is_troubled);
  await receiver.ask('forget', null);
  const troubling = targets.filter((_, number) => plans[number]?.path !== 'ok');
  const first = { data_dir, targets: troubling, per_second: backlog * troubling.length, duration_s: 1 };
  await writer.ask('insert', first);
  const written = await writer.ask('insert', { data_dir, targets, per_second, duration_s: round_s });
  const paths = new Map(targets.map(({ endpoint_id }, number) => [endpoint_id, plans[number]?.path]));
  const busy_id = targets[0]?.endpoint_id;
  const healthy = written.filter(({ endpoint_id }) => paths.get(endpoint_id) === 'ok');
  const busy = await readWaits(
    site,
    healthy.filter(({ endpoint_id }) => endpoint_id === busy_id),
  );
  const others = await readWaits(
    site,
    healthy.filter(({ endpoint_id }) => endpoint_id !== busy_id),
  );
  // Hanging requests are released, so that no request of this round is left in the next.
  await receiver.ask('trouble', false);
  await setTimeout(calm_ms);
  await beginAnew(
    client,
    targets.map(({ endpoint_id }) => endpoint_id),
  );
  await setTimeout(calm_ms);
  return {
    busy_p99_ms: percentile(busy, 0.99),
    others_p99_ms: percentile(others, 0.99),
    p99_ms: percentile([...busy, ...others], 0.99),
  };
}
