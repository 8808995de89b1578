import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import pg from 'pg';
import { startService } from '../start-service.ts';
import { measureBusy } from './busy.ts';
import { measureChanges } from './changes.ts';
import { measureExport } from './export.ts';
import { tidyUp } from './fill/queries.ts';
import { fillDatabase } from './fill.ts';
import { readSamples } from './samples/queries.ts';
import { describeTimed, timeQuestions } from './time-questions.ts';
import { readDemo, signIn } from './visit.ts';

const asks = 40;
const exported_max = 1_000_000;
const other_shops = [
  'mer_00000000000000000000LARGE0',
  'mer_0000000000000000000M1DD1E0',
  'mer_00000000000000000000SMA110',
] as const;

/**
 * Measures the dashboard's lists over real HTTP, with the given number of payments in the database.
 *
 * @param options.keep keeps the filled database in the system's folder for temporary files, and reuses one that is
 *   already there; otherwise, the database is removed
 * @returns lines to print
 */
export async function measureDashboard(options: {
  readonly payments: number;
  readonly keep: boolean;
}): Promise<string[]> {
  const kept = join(tmpdir(), `guichet-bench-dashboard-${options.payments}`);
  const data_dir = options.keep ? kept : await mkdtemp(join(tmpdir(), 'guichet-bench-dashboard-'));
  try {
    const lines = [`the dashboard with ${options.payments} payments, of which one merchant has nine of ten`];
    const filled = await prepare(data_dir, options.payments);
    if (filled !== null) lines.push(`  filled in ${Math.round(filled)} s`);
    return [...lines, ...(await measure(data_dir))];
  } finally {
    if (!options.keep) await rm(data_dir, { recursive: true, force: true });
  }
}

/** @returns the seconds that filling took; null if the database was already filled */
async function prepare(data_dir: string, payments: number): Promise<number | null> {
  const mark = join(data_dir, 'is-filled');
  if (existsSync(mark)) return null;
  // An unfinished fill is useless.
  await rm(data_dir, { recursive: true, force: true });
  await mkdir(data_dir, { mode: 0o755 });
  await (await startService(data_dir)).stop();
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog });
  try {
    const { merchant_id } = await readDemo(data_dir);
    const started_ms = performance.now();
    const shops = { main: merchant_id, others: other_shops, are_even: false };
    await fillDatabase(database.database_url, shops, payments);
    await tidy(database.database_url);
    await mkdir(mark);
    return (performance.now() - started_ms) / 1000;
  } finally {
    await database.stop();
  }
}

async function tidy(database_url: string): Promise<void> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  await tidyUp(client);
  await client.end();
}

async function measure(data_dir: string): Promise<string[]> {
  const service = await startService(data_dir);
  const database = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const client = new pg.Client({ connectionString: database.database_url });
  await client.connect();
  try {
    const visit = await signIn(service.url, data_dir);
    const samples = await readSamples(client, visit.merchant_id, asks);
    return [
      `each query ${samples.length} times in sequence; searches use different terms each time`,
      ...describeTimed(await timeQuestions(visit, samples)),
      ...(await measureBusy(visit, service, samples)),
      ...(await measureChanges(visit, service.pid, client)),
      ...(await measureExport(visit, service.pid, exported_max)),
    ];
  } finally {
    await client.end();
    await database.stop();
    await service.stop();
  }
}
