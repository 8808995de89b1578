import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import { measureAttack } from './attack/measure.ts';
import { measureCitus } from './citus/measure.ts';
import { measureCollect } from './collect/measure.ts';
import { measureCounter } from './counter/measure.ts';
import { measureDashboard } from './dashboard/measure.ts';
import { measureGrowth } from './growth/measure.ts';
import { measureInitialize } from './initialize/measure.ts';
import { auditPage } from './page/audit.ts';
import { measurePage } from './page/measure.ts';
import { measurePeers } from './peers/measure.ts';
import { measureProcesses } from './processes/measure.ts';
import { readBenchOptions } from './read-bench-options.ts';
import { measureReads } from './reads/measure.ts';
import { measureReceipts } from './receipts/measure.ts';
import { type RunningService, residentMegabytes, startService } from './start-service.ts';
import { measureWebhooks } from './webhooks/measure.ts';
import { measureGrown } from './whole/grown.ts';
import { measureWhole } from './whole/measure.ts';
import { measureWorker } from './worker/measure.ts';

/**
 * `npm run bench`: measures the service as `npm start` starts it, on the embedded PostgreSQL with fsync on, and
 * prints figures as ratios within this run. With names of parts (`npm run bench collect`) it measures only those.
 *
 * | option | meaning |
 * |---|---|
 * | `--save` | keeps the output under `benchmarks/results/` |
 * | `--rows=200000` | `receipts`: forged codes; `dashboard`, `growth`: payments in the database; `whole`: measures on that many payments,
 * without and with statistics |
 * | `--keep` | `dashboard`: keeps the database for the next run |
 * | `--ways=api,hosted` | `whole`: ways to pay, of `api`, `hosted`, `live-api`, `live-hosted` |
 * | `--customers=1,16,64` | `whole`: customers who pay at the same time |
 * | `--windows=6`, `--window-s=10` | `whole`: windows of a round, and seconds of each |
 * | `--merchants=1,1000` | `whole` with `--rows`: merchants that share those payments |
 * | `--beside=../earlier` | `whole`, `worker`: measures a second checkout of the project alternately; its
 * dependencies must be installed |
 * | `--citus=postgres://…` | `citus`: a new database on a coordinator; also `CITUS_DATABASE_URL` |
 */
const project_folder = join(import.meta.dirname, '..');
/** Parts that share one service, and parts that each start their own. */
const shared = ['rest', 'initialize', 'reads', 'page', 'processes', 'collect', 'growth'] as const;
const own = [
  'whole',
  'worker',
  'peers',
  'citus',
  'webhooks',
  'attack',
  'receipts',
  'counter',
  'dashboard',
] as const;
const options = readBenchOptions(process.argv.slice(2), [...shared, ...own]);
const { names } = options;
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const rest_ms = 5_000;
const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  console.log(line);
};
type Part = () => Promise<string[]> | AsyncGenerator<string>;

async function sayAll(parts: Readonly<Record<string, Part>>): Promise<void> {
  for (const [name, measure] of Object.entries(parts)) {
    if (!isWanted(name)) continue;
    for await (const line of await measure()) say(line);
  }
}

say(
  `machine: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB; load ${loadavg()[0]?.toFixed(1)}`,
);
say(`commit: ${commit()}`);
if (shared.some(isWanted)) await measureShared();
await sayAll({
  whole: () =>
    options.rows === null || names.length === 0
      ? measureWhole(project_folder, options.whole)
      : measureGrown(project_folder, { ...options.whole, rows: options.rows }),
  worker: () => measureWorker(project_folder, options.whole.beside),
  peers: () => measurePeers(project_folder),
  citus: () => measureCitus(project_folder, options.citus),
  webhooks: measureWebhooks,
  attack: measureAttack,
  receipts: () => measureReceipts(options.rows),
  counter: measureCounter,
  dashboard: () => measureDashboard({ payments: options.rows ?? 5_000_000, keep: options.keep }),
} satisfies Record<(typeof own)[number], Part>);
if (options.save) await save();

async function measureShared(): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-'));
  try {
    // The first start creates the data folder; the measured start finds it already there.
    await (await startService(data_dir)).stop();
    const service = await startService(data_dir);
    const joined = await startEmbeddedPostgres({ data_dir, log: silentLog });
    const { database_url } = joined;
    try {
      await sayAll({
        rest: () => measureRest(service),
        initialize: () => measureInitialize(service, database_url),
        reads: () => measureReads(service),
        page: async () => [...(await measurePage(service)), ...(await auditPage(service))],
        processes: () => measureProcesses(service, data_dir),
        collect: () => measureCollect(service, { data_dir, database_url }),
        growth: () => measureGrowth(database_url, options.rows),
      } satisfies Record<(typeof shared)[number], Part>);
    } finally {
      await joined.stop();
      await service.stop();
    }
  } finally {
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function measureRest(service: RunningService): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, rest_ms));
  const megabytes = await residentMegabytes(service.pid);
  return [
    `cold start to the first response, data folder present: ${Math.round(service.first_answer_ms)} ms (target: under 3000)`,
    `memory of the serving process at rest: ${megabytes === null ? 'unknown on this system' : `${Math.round(megabytes)} MB`} (target: under 150)`,
  ];
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}

async function save(): Promise<void> {
  const name = `${new Date().toISOString().slice(0, 10)}-${commit()}.txt`;
  await writeFile(new URL(`results/${name}`, import.meta.url), `${lines.join('\n')}\n`);
}
