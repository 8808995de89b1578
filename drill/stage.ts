import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { simulators } from '@guichet/simulators/all';
import type { CallbackCall, Transaction } from '@guichet/simulators/contract';
import { makeSendCallback } from '@guichet/simulators/send-callback';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeRealTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import { chooseFreePort } from '../test-support/service.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { openRelay, type Relay } from './relay.ts';
import { type Supervised, supervise } from './supervise.ts';

/** A service in several processes, its database, a provider that keeps books, and a merchant in live mode. */
export interface Stage {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly relay: Relay;
  /** The address at which the service reaches the database. */
  readonly database_url: string;
  readonly urls: readonly string[];
  readonly webs: readonly Supervised[];
  readonly workers: readonly Supervised[];
  readonly live_key: string;
  /** The provider's books, which the service cannot change. */
  books(): readonly Transaction[];
  /** Holds back the callbacks of the provider from now on, as if the provider could not deliver them. */
  holdCallbacks(): void;
  /** Delivers the held callbacks, and later ones immediately. */
  letCallbacksThrough(): void;
  /** The folder where the service's processes keep files on their own disk. */
  readonly data_dir: string;
  /** Runs `guichet` and parses its output. */
  guichet(words: readonly string[]): Promise<{ readonly code: number; readonly printed: unknown }>;
  /** Starts the processes of the service. */
  startService(): Promise<void>;
  stopService(): Promise<void>;
  close(): Promise<void>;
}

const secret_key = 'a-secret-key-that-is-for-drills-only';
const ready_within_ms = 120_000;
/** The float in the simulator's wallet before any money moves. XOF has no decimals. */
export const float_minor = 20_000_000n;

export async function openStage(options: { readonly workers: number }): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-drill-'));
  await promisify(execFile)('chmod', ['755', folder]);
  const cluster = await makeCluster(join(folder, 'primary'));
  await cluster.start();
  const relay = await openRelay(cluster.port);
  const database_url = cluster.database_url.replace(`:${cluster.port}/`, `:${relay.port}/`);
  const provider = await startProvider();
  const ports = [await chooseFreePort(), await chooseFreePort()];
  const urls = ports.map((port) => `http://localhost:${port}`);
  const data_dir = join(folder, 'service');
  const env = {
    DATABASE_URL: database_url,
    SECRET_KEY: secret_key,
    DATA_DIR: data_dir,
    NODE_ENV: 'development',
    LOG_LEVEL: 'fatal',
    HOST: 'localhost',
    PUBLIC_URL: urls[0] ?? '',
    RATE_LIMIT_KEY_PER_SECOND: '0',
    RATE_LIMIT_IP_PER_SECOND: '0',
  };
  const guichet: Stage['guichet'] = (words) => runCommand(words, env);
  const webs: Supervised[] = [];
  const workers: Supervised[] = [];
  const live_key = await openMerchant(guichet, provider.account);
  const stopService = async (): Promise<void> => {
    await Promise.all([...webs, ...workers].map((one) => one.stop()));
    webs.length = 0;
    workers.length = 0;
  };
  return {
    folder,
    cluster,
    relay,
    database_url,
    urls,
    webs,
    workers,
    live_key,
    books: provider.books,
    holdCallbacks: provider.holdCallbacks,
    letCallbacksThrough: provider.letCallbacksThrough,
    data_dir,
    guichet,
    startService: async () => {
      for (const port of ports) {
        webs.push(supervise(['serve'], { ...env, GUICHET_ROLE: 'web', PORT: String(port) }));
      }
      for (let count = 0; count < options.workers; count++) workers.push(supervise(['worker'], env));
      await Promise.all(urls.map(untilReady));
    },
    stopService,
    close: async () => {
      await stopService();
      await provider.close();
      await relay.close();
      await cluster.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startProvider() {
  const entry = simulators.find(({ id }) => id === 'mtn-momo');
  if (!entry) throw new Error('MTN has a simulator');
  const timeline = makeRealTimeline();
  const deliver = makeSendCallback({ log: silentLog });
  let held: CallbackCall[] | null = null;
  const world = makeWorld({
    timeline,
    seed: 1,
    deliver: (call) => (held ? void held.push(call) : deliver(call)),
  });
  const simulator = entry.make(world);
  const served = await serveSimulator(simulator, world);
  return {
    account: entry.account(served.url),
    books: () => simulator.transactions(),
    holdCallbacks: () => {
      held ??= [];
    },
    letCallbacksThrough: () => {
      for (const call of held ?? []) deliver(call);
      held = null;
    },
    close: async () => {
      timeline.close();
      await served.close();
    },
  };
}

async function openMerchant(
  guichet: Stage['guichet'],
  account: Readonly<Record<string, string | number | boolean>>,
): Promise<string> {
  const need = async (...words: string[]): Promise<Record<string, string>> => {
    const { code, printed } = await guichet(words);
    if (code !== 0) throw new Error(`guichet ${words.join(' ')}: ${JSON.stringify(printed)}`);
    return printed as Record<string, string>;
  };
  await need('migrate');
  const { id = '' } = await need('merchants', 'create', '--name', 'Boutique Aya', '--country', 'CI');
  const sets = Object.entries(account).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const made = ['--merchant', id, '--connector', 'mtn-momo', '--name', 'drill', ...sets];
  const { id: account_id = '' } = await need('accounts', 'create', ...made);
  // The money that the simulator's wallet holds initially.
  const float = ['--account', account_id, '--currency', 'XOF', '--amount', String(float_minor)];
  const record = ['--merchant', id, '--mode', 'live', '--kind', 'float_deposited', ...float];
  await need('ledger', 'record', ...record, '--reference', 'opening float');
  const rule = ['--mode', 'live', '--operator', 'mtn_ci', '--fee-percent', '2'];
  await need('routing', 'set', '--merchant', id, ...rule);
  const { key = '' } = await need('keys', 'create', '--merchant', id, '--mode', 'live');
  return key;
}

function runCommand(words: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number; printed: unknown }>((resolve) => {
    const args = ['packages/cli/src/main.ts', ...words, '--json'];
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, printed: readJson(stdout) ?? `${stdout}${stderr}` });
    });
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The output is not JSON if the command ended before it could print; the caller shows the text.
    return null;
  }
}

async function untilReady(url: string): Promise<void> {
  const until_ms = performance.now() + ready_within_ms;
  while (performance.now() < until_ms) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await setTimeout(50);
  }
  throw new Error(`${url} was not ready within ${ready_within_ms / 1000} s`);
}
