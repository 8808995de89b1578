import { setTimeout } from 'node:timers/promises';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import pg from 'pg';
import { median } from '../percentile.ts';
import type { RunningService } from '../start-service.ts';
import type { LatencySample, LatencySetting } from './latency.ts';
import { measureOpen } from './measure-open.ts';
import type { PayLoad, PaySample } from './pay.ts';
import { type Made, readMade } from './queries.ts';
import { runScript } from './run-script.ts';
import { setUpMerchant } from './set-up.ts';
import { type StartedSimulator, startSimulator } from './start-simulator.ts';

const latency_rounds = 3;
const latency_calls = 800;
/** The delay of the simulated customers. */
const payer_after_ms = 100;
const warming = 300;
const rounds = 3;
const customers = 32;
const round_s = 6;
/** Below the service's capacity: the time for one payment when it does not wait behind others. */
const paced_share = 0.5;
const settled_within_ms = 120_000;

/**
 * Payments in live mode through `mtn-momo`, against its simulator in a process of its own: what the connector adds to
 * the bare HTTP call, how many payments are completed (session, request, callback, inquiry, ledger, event), and what
 * many open attempts do to the API.
 *
 * @returns lines to print
 */
export async function measureCollect(
  service: RunningService,
  place: { readonly data_dir: string; readonly database_url: string },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: place.database_url });
  await client.connect();
  const simulators: StartedSimulator[] = [];
  const composed = await compose(
    readConfig({ DATA_DIR: place.data_dir, PUBLIC_URL: service.url }),
    silentLog,
  );
  try {
    const deciding = await startSimulator(payer_after_ms);
    simulators.push(deciding);
    const silent = await startSimulator('never');
    simulators.push(silent);
    const lines = await measureLatency(silent);
    const live_key = await setUpMerchant(composed.ctx, deciding);
    lines.push(...(await measureComplete(client, { url: service.url, live_key })));
    const silent_key = await setUpMerchant(composed.ctx, silent);
    return [...lines, ...(await measureOpen(client, { url: service.url, live_key, silent_key }, silent))];
  } finally {
    for (const simulator of simulators) await simulator.stop();
    await composed.close();
    await client.end();
  }
}

async function measureLatency({ account }: StartedSimulator): Promise<string[]> {
  const samples: LatencySample[][] = [];
  for (let round = 0; round < latency_rounds; round++) {
    const setting: LatencySetting = { account, calls: latency_calls };
    samples.push(await runScript<LatencySample[]>('latency.ts', setting));
  }
  const of = (name: string, key: 'p50_us' | 'p99_us'): number =>
    median(samples.map((round) => round.find((one) => one.name === name)?.[key] ?? Number.NaN));
  const describe = (call: string): string[] => {
    const [bare, connector] = [`${call}, bare HTTP call`, `${call}, connector`];
    const added = (key: 'p50_us' | 'p99_us') => Math.round(of(connector, key) - of(bare, key));
    return [
      ...[bare, connector].map(
        (name) =>
          `  ${name}: p50 ${Math.round(of(name, 'p50_us'))} µs, p99 ${Math.round(of(name, 'p99_us'))} µs`,
      ),
      `  ${call}, added by the connector: p50 ${added('p50_us')} µs, p99 ${added('p99_us')} µs`,
    ];
  };
  return [
    `mtn-momo against its simulator, one call at a time, in turns, ${latency_rounds} rounds of ${latency_calls}, medians`,
    ...describe('collect'),
    ...describe('inquiry'),
  ];
}

type Shop = Pick<PayLoad, 'url' | 'live_key'>;

async function measureComplete(client: pg.Client, shop: Shop): Promise<string[]> {
  const first = await complete(client, { ...shop, count: warming, pace: { customers }, pays: true });
  // As the server does by itself within a minute of the first rows.
  await client.query('analyze');
  const count = Math.ceil((warming / first.span_s) * round_s);
  const full: Made[] = [];
  for (let round = 0; round < rounds; round++) {
    full.push(await complete(client, { ...shop, count, pace: { customers }, pays: true }));
  }
  const per_second = median(full.map((one) => one.payments / one.span_s));
  const pace = { per_second: Math.max(1, Math.round(per_second * paced_share)) };
  const paced: Made[] = [];
  for (let round = 0; round < rounds; round++) {
    paced.push(await complete(client, { ...shop, count: pace.per_second * round_s, pace, pays: true }));
  }
  const of = (samples: readonly Made[], key: 'p50_ms' | 'p99_ms') =>
    Math.round(median(samples.map((one) => one[key])));
  return [
    `payments through mtn-momo from session to event, ${rounds} rounds of about ${round_s} s, medians, customers take ${payer_after_ms} ms`,
    `  ${customers} customers, one payment after the other: ${Math.round(per_second)}/s complete, p50 ${of(full, 'p50_ms')} ms, p99 ${of(full, 'p99_ms')} ms`,
    `  ${pace.per_second} payments a second: p50 ${of(paced, 'p50_ms')} ms, p99 ${of(paced, 'p99_ms')} ms`,
  ];
}

/** Makes payments and waits until each is complete. @throws Error when one is not, or is posted or notified twice */
async function complete(client: pg.Client, load: PayLoad): Promise<Made> {
  const since = new Date();
  await runScript<PaySample>('pay.ts', load);
  const give_up_ms = performance.now() + settled_within_ms;
  let made = await readMade(client, since);
  while (made.told < load.count && performance.now() < give_up_ms) {
    await setTimeout(100);
    made = await readMade(client, since);
  }
  const { payments: count, paid, posted, told } = made;
  if ([count, paid, posted, told].some((one) => one !== load.count)) {
    throw new Error(
      `of ${load.count} payments ${count} were made, ${paid} paid, ${posted} posted, ${told} told`,
    );
  }
  return made;
}
