import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import { simulators } from '@guichet/simulators/all';
import { makeSendCallback } from '@guichet/simulators/send-callback';
import { type ServedSimulator, serveSimulator } from '@guichet/simulators/serve';
import { makeRealTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import pg from 'pg';
import { type StartedSimulator, startSimulator } from '../collect/start-simulator.ts';
import { type RunningService, startService } from '../start-service.ts';
import { readUsage, type Usage } from '../whole/usage.ts';

const run = promisify(execFile);

/** A service on its own database, with a merchant whose customers never decide, and MTN's and Wave's simulators. */
export interface Stage {
  readonly service: RunningService;
  readonly client: pg.Client;
  readonly live_key: string;
  readonly mtn: StartedSimulator;
  /** The secret with which Wave signs. */
  readonly wave_secret: string;
  usage(): Promise<Usage>;
  close(): Promise<void>;
}

/** Starts the service of a folder as its `npm start` does, and sets up the merchant with its command line. */
export async function setStage(folder: string): Promise<Stage> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-worker-'));
  await (await startService(data_dir, {}, folder)).stop();
  const postgres = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const client = new pg.Client({ connectionString: postgres.database_url });
  await client.connect();
  const service = await startService(data_dir, {}, folder);
  const mtn = await startSimulator('never');
  const wave = await serveWave();
  const { merchant_id } = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as {
    merchant_id: string;
  };
  const guichet = async (...words: string[]): Promise<string> => {
    const env = { ...process.env, DATA_DIR: data_dir, PORT: new URL(service.url).port };
    const main = join(folder, 'packages/cli/src/main.ts');
    const all = [main, ...words, '--merchant', merchant_id];
    return (await run(process.execPath, all, { env, cwd: folder })).stdout;
  };
  const open = async (connector: string, operator: string, account: object): Promise<void> => {
    const settings = Object.entries(account).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
    await guichet('accounts', 'create', '--connector', connector, '--name', 'Simulator', ...settings);
    await guichet('routing', 'set', '--mode', 'live', '--operator', operator, '--fee-percent', '2');
  };
  await open('mtn-momo', 'mtn_ci', mtn.account);
  await open('wave', 'wave_sn', wave.account);
  const { key: live_key } = JSON.parse(await guichet('keys', 'create', '--mode', 'live', '--json')) as {
    key: string;
  };
  return {
    ...{ service, client, live_key, mtn, wave_secret: String(wave.account.webhook_secret) },
    usage: () => readUsage(client, { pid: service.pid, simulator_pid: mtn.pid, data_dir }),
    close: async () => {
      await client.end();
      await service.stop();
      await mtn.stop();
      await wave.served.close();
      await postgres.stop();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}

/** Serves Wave's simulator in this process, because it gets only one request. */
async function serveWave(): Promise<{
  readonly served: ServedSimulator;
  readonly account: Readonly<Record<string, string | number | boolean>>;
}> {
  const entry = simulators.find(({ id }) => id === 'wave');
  if (!entry) throw new Error('there is no simulator of wave');
  const timeline = makeRealTimeline();
  const world = makeWorld({ timeline, seed: 1, deliver: makeSendCallback({ log: silentLog }) });
  const served = await serveSimulator(entry.make(world), world);
  return { served, account: entry.account(served.url) };
}
