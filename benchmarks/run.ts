import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import { refuse } from '../scripts/read-options.ts';
import { measureAttack } from './attack/measure.ts';
import { measureCollect } from './collect/measure.ts';
import { measureDashboard } from './dashboard/measure.ts';
import { measureGrowth } from './growth/measure.ts';
import { measureInitialize } from './initialize/measure.ts';
import { auditPage } from './page/audit.ts';
import { measurePage } from './page/measure.ts';
import { measureProcesses } from './processes/measure.ts';
import { measureReads } from './reads/measure.ts';
import { type RunningService, residentMegabytes, startService } from './start-service.ts';
import { measureWebhooks } from './webhooks/measure.ts';
import { measureWhole } from './whole/measure.ts';
import { measureWorker } from './worker/measure.ts';

/**
 * `npm run bench`: measures the service as it is started by `npm start`, on the embedded PostgreSQL with fsync on, and
 * prints figures as ratios within this run. With names (`npm run bench collect`) only those parts are measured. With
 * `--save` the text is kept under `benchmarks/results/`. For `dashboard`, `--rows=200000` sets the number of payments
 * in the database, and `--keep` keeps it for the next run. For `whole` and `worker`,
 * `--beside=../earlier` measures another state of the project in turns, in a folder where its dependencies are
 * installed.
 */
const project_folder = join(import.meta.dirname, '..');
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const known = [
  'rest',
  'initialize',
  'reads',
  'page',
  'processes',
  'collect',
  'whole',
  'worker',
  'webhooks',
  'attack',
  'growth',
  'dashboard',
] as const;
const unknown = names.filter((name) => !known.some((one) => one === name));
if (unknown.length > 0) refuse(`nothing is called ${unknown.join(', ')}; there are ${known.join(', ')}`);
const beside = process.argv.find((word) => word.startsWith('--beside='))?.slice(9);
if (beside !== undefined && !existsSync(join(beside, 'node_modules'))) {
  refuse(`${beside} is no folder of the project with its dependencies installed (npm ci)`);
}
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const rest_ms = 5_000;
const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-'));
const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  console.log(line);
};

try {
  say(
    `machine: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
  );
  say(`commit: ${commit()}`);
  // The first start makes the data folder; what is measured is a start over one that is there.
  await (await startService(data_dir)).stop();

  const service = await startService(data_dir);
  if (isWanted('rest')) await measureRest(service);
  const joined = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const { database_url } = joined;
  const parts: Readonly<Record<Exclude<(typeof known)[number], 'rest'>, () => Promise<string[]>>> = {
    initialize: () => measureInitialize(service, database_url),
    reads: () => measureReads(service),
    page: async () => [...(await measurePage(service)), ...(await auditPage(service))],
    processes: () => measureProcesses(service, data_dir),
    collect: () => measureCollect(service, { data_dir, database_url }),
    whole: () => measureWhole(project_folder, beside),
    worker: () => measureWorker(project_folder, beside),
    webhooks: measureWebhooks,
    attack: measureAttack,
    growth: () => measureGrowth(database_url),
    dashboard: () => measureDashboard({ payments: readRows(), keep: process.argv.includes('--keep') }),
  };
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (!isWanted(name)) continue;
      for (const line of await measure()) say(line);
    }
  } finally {
    await joined.stop();
    await service.stop();
  }
  if (process.argv.includes('--save')) await save();
} finally {
  await rm(data_dir, { recursive: true, force: true });
}

async function measureRest(service: RunningService): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, rest_ms));
  const megabytes = await residentMegabytes(service.pid);
  say(
    `cold start to first answered request, data folder present: ${Math.round(service.first_answer_ms)} ms (target: under 3000)`,
  );
  say(
    `memory of the serving process at rest: ${megabytes === null ? 'not told here' : `${Math.round(megabytes)} MB`} (target: under 150)`,
  );
}

function readRows(): number {
  const text = process.argv.find((word) => word.startsWith('--rows='))?.slice('--rows='.length);
  const rows = text === undefined ? 5_000_000 : Number(text);
  if (!Number.isInteger(rows) || rows < 10_000) throw new Error('--rows is a number from 10000 on');
  return rows;
}

function commit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}

async function save(): Promise<void> {
  const name = `${new Date().toISOString().slice(0, 10)}-${commit()}.txt`;
  await writeFile(new URL(`results/${name}`, import.meta.url), `${lines.join('\n')}\n`);
}
