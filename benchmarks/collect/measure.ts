import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import pg from 'pg';
import { median } from '../percentile.ts';
import type { RunningService } from '../start-service.ts';
import type { LatencySample, LatencySetting } from './latency.ts';
import { measureOpen } from './measure-open.ts';
import { runScript } from './run-script.ts';
import { setUpMerchant } from './set-up.ts';
import { type StartedSimulator, startSimulator } from './start-simulator.ts';

const latency_rounds = 3;
const latency_calls = 800;
/** The delay of the simulated customers. */
const payer_after_ms = 100;

/**
 * Measures payments in live mode through `mtn-momo`, against its simulator in a separate process: the time that the
 * connector adds to the bare HTTP call, and the effect of many open attempts on the API. `npm run bench whole --
 * --ways=live-api,live-hosted` measures whole payments in this setup.
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
