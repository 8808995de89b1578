import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import pg from 'pg';
import { startSimulator } from '../collect/start-simulator.ts';
import { freePort, startService } from '../start-service.ts';
import type { Crowd, Window } from './customers.ts';
import { describeUsage, readUsage, type Usage } from './usage.ts';

const run = promisify(execFile);
const window_s = 10;

/** The way customers pay: by the shop's page or the hosted one, to the sandbox or to MTN's simulator. */
export interface Way {
  readonly hosted: boolean;
  readonly live: boolean;
}

/** A service with a shop that takes money in both modes. */
export interface Stage {
  query(text: string): Promise<unknown>;
  /** @returns the windows, and what a payment used */
  pay(
    way: Way,
    customers: number,
    windows: number,
  ): Promise<{ readonly windows: readonly Window[]; readonly used: string }>;
  close(): Promise<void>;
}

/**
 * Starts the service of a folder as its `npm start` does, on a new database, and makes keys, endpoints and an account at
 * MTN's simulator by its command line, as a merchant's developer does.
 */
export async function setStage(folder: string): Promise<Stage> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-whole-'));
  await (await startService(data_dir, {}, folder)).stop();
  const postgres = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const client = new pg.Client({ connectionString: postgres.database_url });
  await client.connect();
  const service = await startService(data_dir, {}, folder);
  // A customer decides at once.
  const simulator = await startSimulator(0);
  const webhook_port = await freePort();
  const demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as { merchant_id: string };
  const guichet = async (...words: string[]): Promise<string> => {
    const env = { ...process.env, DATA_DIR: data_dir, PORT: new URL(service.url).port };
    const of = ['--merchant', demo.merchant_id];
    const main = join(folder, 'packages/cli/src/main.ts');
    return (await run(process.execPath, [main, ...words, ...of], { env, cwd: folder })).stdout;
  };
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

  const usage = (): Promise<Usage> => readUsage(client, { pid: service.pid, data_dir });
  return {
    query: (text) => client.query(text),
    pay: async ({ hosted, live }, customers, windows) => {
      const api_key = live ? live_key : service.test_key;
      const crowd = { url: service.url, api_key, webhook_port, customers, windows, window_s, hosted };
      const before = await usage();
      const script = join(import.meta.dirname, 'customers.ts');
      const { stdout } = await run(process.execPath, [script, JSON.stringify(crowd satisfies Crowd)]);
      return { windows: JSON.parse(stdout) as Window[], used: describeUsage(before, await usage()) };
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
