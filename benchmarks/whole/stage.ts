import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import pg from 'pg';
import { type StartedSimulator, startSimulator } from '../collect/start-simulator.ts';
import { freePort, startService } from '../start-service.ts';
import type { Pace, Paid } from './crowd.ts';
import { forceCheckpoint, readCheckpointTimeout } from './queries.ts';
import { runCrowd } from './run-crowd.ts';
import { describeUsage, readUsage, type Usage } from './usage.ts';
import type { Way } from './ways.ts';

const run = promisify(execFile);

/** The durations of the warm-up and of the windows in which customers pay. */
export interface Round {
  readonly warm_s: number;
  readonly windows: number;
  readonly window_s: number;
}

/** The payments of a round, as the customers' process reports them, and the resources that they used. */
export interface Payments {
  readonly paid: Paid;
  readonly used: string;
  /** PostgreSQL's CPU time per payment; null where the system does not report it. */
  readonly postgres_ms: number | null;
}

/** A service with a merchant that collects in both modes. */
export interface Stage {
  readonly client: pg.Client;
  readonly database_url: string;
  readonly merchant_id: string;
  /** The current service, whose address changes with a restart. */
  service(): { readonly url: string; readonly test_key: string };
  /**
   * Lets customers pay for a round that includes a checkpoint. The checkpoint is forced halfway unless the round is
   * so long that PostgreSQL makes one by itself.
   */
  pay(way: Way, pace: Pace, round: Round): Promise<Payments>;
  /**
   * Stops the service, so that it and its connections lose all cached state, and starts it again after
   * `meanwhile`.
   */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service of a folder with that folder's `npm start`, on a new database, and creates keys, endpoints and
 * an account with MTN's simulator through its command line, as a merchant's developer does.
 */
export async function setStage(folder: string): Promise<Stage> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-whole-'));
  await (await startService(data_dir, {}, folder)).stop();
  const postgres = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const { database_url } = postgres;
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  const demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as { merchant_id: string };
  let service = await startService(data_dir, {}, folder);
  // Customers decide immediately.
  const simulator = await startSimulator(0);
  const webhook_port = await freePort();
  const guichet: Command = async (...words) => {
    const env = { ...process.env, DATA_DIR: data_dir, PORT: new URL(service.url).port };
    const of = ['--merchant', demo.merchant_id];
    const main = join(folder, 'packages/cli/src/main.ts');
    return (await run(process.execPath, [main, ...words, ...of], { env, cwd: folder })).stdout;
  };
  const live_key = await openAccounts(guichet, simulator, webhook_port);
  const usage = (): Promise<Usage> =>
    readUsage(client, { pid: service.pid, simulator_pid: simulator.pid, data_dir });
  const checkpoint_timeout_s = await readCheckpointTimeout(client);
  return {
    client,
    database_url,
    merchant_id: demo.merchant_id,
    service: () => service,
    pay: async ({ hosted, live }, pace, round) => {
      const api_key = live ? live_key : service.test_key;
      const counted_s = round.windows * round.window_s;
      let before: Usage | undefined;
      let checkpoint: Promise<void> | undefined;
      const crowd = { url: service.url, api_key, webhook_port, hosted, pace, ...round };
      const paid = await runCrowd(crowd, async () => {
        before = await usage();
        if (counted_s > checkpoint_timeout_s) return;
        checkpoint = setTimeout((counted_s * 1000) / 2).then(() => forceCheckpoint(client));
      });
      await checkpoint;
      if (!before) throw new Error('the customers never finished their warm-up');
      const after = await usage();
      const postgres_ms =
        before.postgres_ms === null || after.postgres_ms === null
          ? null
          : (after.postgres_ms - before.postgres_ms) / Math.max(1, paid.payments);
      return { paid, used: describeUsage(before, after, paid), postgres_ms };
    },
    restart: async (meanwhile) => {
      await service.stop();
      await meanwhile();
      service = await startService(data_dir, {}, folder);
    },
    close: async () => {
      await client.end();
      await service.stop();
      await simulator.stop();
      await postgres.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

/** Runs the service's command line for its merchant. @returns the printed text */
type Command = (...words: string[]) => Promise<string>;

/** Creates an account with the simulator, and webhook endpoints in both modes. @returns a key for live mode */
async function openAccounts(
  guichet: Command,
  simulator: StartedSimulator,
  webhook_port: number,
): Promise<string> {
  const settings = Object.entries(simulator.account).flatMap(([name, value]) => [
    '--set',
    `${name}=${value}`,
  ]);
  await guichet('accounts', 'create', '--connector', 'mtn-momo', '--name', 'Simulator', ...settings);
  await guichet('routing', 'set', '--mode', 'live', '--operator', 'mtn_ci', '--fee-percent', '2');
  const made = await guichet('keys', 'create', '--mode', 'live', '--json');
  const live_key = (JSON.parse(made) as { key: string }).key;
  for (const mode of ['test', 'live']) {
    await guichet('webhooks', 'create', '--mode', mode, '--url', `http://127.0.0.1:${webhook_port}/hook`);
  }
  return live_key;
}
