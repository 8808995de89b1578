import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import pg from 'pg';
import { median } from '../percentile.ts';
import type { RunningService } from '../start-service.ts';
import type { LatencySample, LatencySetting } from './latency.ts';
import { measureOpen } from './measure-open.ts';
import type { PayLoad, PaySample } from './pay.ts';
import { makeAllDue, moveInquiries, readOpen } from './queries.ts';
import { setUpMerchant } from './set-up.ts';
import { type StartedSimulator, startSimulator } from './start-simulator.ts';

const latency_rounds = 3;
const latency_calls = 800;
/** The delay of the simulated customers. */
const payer_after_ms = 100;
const rounds = 3;

/**
 * Payments in live mode through `mtn-momo`, against its simulator in a process of its own: what the connector adds to
 * the bare HTTP call, and what many open attempts do to the API. Whole payments this way are `npm run bench whole --
 * --ways=live-api,live-hosted`.
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

/** The API while many attempts are open: alternately without and with inquiries about them. */
async function measureOpen(
  client: pg.Client,
  shop: Shop & { readonly silent_key: string },
  silent: StartedSimulator,
): Promise<string[]> {
  const { url, live_key, silent_key } = shop;
  const per_second = api_per_second;
  // One is created by a real payment; the others are copies.
  await runScript<PaySample>('pay.ts', { url, live_key: silent_key, count: 1, per_second, pays: true });
  await openAttempts(client, silent, open_attempts - 1);
  const ask = async (): Promise<number> => {
    const count = api_per_second * api_window_s;
    const setting: PayLoad = { url, live_key, count, per_second, pays: false };
    return (await runScript<PaySample>('pay.ts', setting)).initialize_p99_ms;
  };
  let held_ms = 0;
  const hold = async (): Promise<void> => {
    await moveInquiries(client, held_s);
    held_ms = performance.now();
  };
  // Inquiries that became due meanwhile are due that much later: the schedule resumes where it was stopped.
  const release = () => moveInquiries(client, (performance.now() - held_ms) / 1000 - held_s);
  const compare = async (name: string, begin: () => Promise<void>): Promise<string> => {
    const [without, during, rates]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      without.push(await ask());
      await begin();
      const before = await readOpen(client);
      const started_ms = performance.now();
      during.push(await ask());
      const { inquiries } = await readOpen(client);
      rates.push(((inquiries - before.inquiries) * 1000) / (performance.now() - started_ms));
      await hold();
    }
    const [rest_ms, p99_ms] = [median(without), median(during)];
    return `  ${name}: ${Math.round(median(rates))} inquiries a second, p99 ${p99_ms.toFixed(1)} ms, without inquiries ${rest_ms.toFixed(1)} ms, ratio ${(p99_ms / rest_ms).toFixed(2)}`;
  };
  await hold();
  // Does not count: the code for live mode is compiled.
  await ask();
  return [
    `checkout/initialize in live mode, ${api_per_second} a second whatever the answers take, beside ${open_attempts} open attempts, in turns, ${rounds} rounds of ${api_window_s} s, medians (target: at most 1.5)`,
    await compare('looked up as after an hour of silence', release),
    await compare('all due at once', () => makeAllDue(client)),
  ];
}

async function runScript<Answer>(name: string, setting: LatencySetting | PayLoad): Promise<Answer> {
  const script = new URL(name, import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(setting)]);
  return JSON.parse(stdout) as Answer;
}
