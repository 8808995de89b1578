import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { tidyUp } from '../dashboard/fill/queries.ts';
import { fillDatabase } from '../dashboard/fill.ts';
import { readDemo } from '../dashboard/visit.ts';
import { describeSamples, initializeLoad, medianRate, runLoad, type Sample } from '../run-load.ts';
import { type RunningService, startService } from '../start-service.ts';
import { forceCheckpoint } from '../whole/queries.ts';

const connections = 64;
const round_s = 8;
const rounds = 3;
const usual_sizes = [1_000_000, 5_000_000];

/**
 * Compares `checkout/initialize` on a full database with the same on an empty one: two services on two databases
 * of one PostgreSQL server, loaded alternately, each round spanning a checkpoint. The full database has all the
 * rows that belong to its payments.
 *
 * @param database_url any database of that server
 * @param rows payments in the full database; null for the usual numbers
 * @returns lines to print
 */
export async function* measureGrowth(database_url: string, rows: number | null): AsyncGenerator<string> {
  yield `initialize on a database that is already full, ${connections} connections, closed loop, ${rounds} rounds of ${round_s} s in turns, a checkpoint forced in each`;
  for (const size of rows === null ? usual_sizes : [rows]) yield* measureSize(database_url, size);
}

async function* measureSize(database_url: string, size: number): AsyncGenerator<string> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-growth-'));
  const admin = await connect(database_url);
  const names = ['guichet_bench_empty', 'guichet_bench_full'] as const;
  const services: RunningService[] = [];
  try {
    for (const name of names) {
      await admin.query(`create database ${name}`);
      const url = urlOf(database_url, name);
      const folder = join(data_dir, name);
      await (await startOn(url, folder)).stop();
      if (name === 'guichet_bench_full') await fill(url, folder, size);
      services.push(await startOn(url, folder));
    }
    yield* measure(services, admin, size);
  } finally {
    for (const service of services) await service.stop();
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function fill(url: string, folder: string, size: number): Promise<void> {
  const { merchant_id } = await readDemo(folder);
  await fillDatabase(url, { main: merchant_id, others: [], are_even: true }, size);
  const client = await connect(url);
  // The service and autovacuum do this within minutes. It is done here so that the writes left over from filling
  // the database do not distort the measurement.
  await tidyUp(client);
  await client.end();
}

async function* measure(
  [empty, full]: readonly RunningService[],
  admin: pg.Client,
  size: number,
): AsyncGenerator<string> {
  if (!empty || !full) throw new Error('two services are needed');
  const few: Sample[] = [];
  const many: Sample[] = [];
  const load = async (service: RunningService): Promise<Sample> => {
    const [sample] = await Promise.all([
      runLoad(initializeLoad(service, { connections, duration_s: round_s })),
      setTimeout((round_s * 1000) / 2).then(() => forceCheckpoint(admin)),
    ]);
    return sample;
  };
  for (let round = 0; round < rounds; round++) {
    few.push(await load(empty));
    many.push(await load(full));
  }
  yield describeSamples('on an empty database', few);
  yield describeSamples(`with ${size / 1_000_000} million payments`, many);
  yield `  empty to full: ${(medianRate(few) / medianRate(many)).toFixed(2)} (target: at most 1.3)`;
}

function startOn(database_url: string, data_dir: string): Promise<RunningService> {
  return startService(data_dir, {
    DATABASE_URL: database_url,
    SECRET_KEY: 'for-the-benchmark-and-nothing-else',
  });
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

function urlOf(database_url: string, name: string): string {
  const url = new URL(database_url);
  url.pathname = `/${name}`;
  return url.href;
}
