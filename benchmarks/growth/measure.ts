import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describeSamples, initializeLoad, medianRate, runLoad, type Sample } from '../run-load.ts';
import { type RunningService, startService } from '../start-service.ts';
import { fillPayments } from './queries.ts';

const connections = 64;
const round_s = 8;
const rounds = 3;
const sizes = [1_000_000, 5_000_000];

/**
 * `checkout/initialize` on a full database beside the same on an empty one: two services on two databases of one
 * PostgreSQL, loaded in turns.
 *
 * @param database_url any database of that PostgreSQL
 * @returns lines to print
 */
export async function measureGrowth(database_url: string): Promise<string[]> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-bench-growth-'));
  const admin = await connect(database_url);
  const names = ['guichet_bench_empty', 'guichet_bench_full'];
  const services: RunningService[] = [];
  try {
    for (const name of names) {
      await admin.query(`create database ${name}`);
      services.push(await startOn(urlOf(database_url, name), join(data_dir, name)));
    }
    return await measure(services, urlOf(database_url, names[1] ?? ''));
  } finally {
    for (const service of services) await service.stop();
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function measure(services: readonly RunningService[], full_url: string): Promise<string[]> {
  const [empty, full] = services;
  if (!empty || !full) throw new Error('two services are needed');
  const lines = [
    `initialize with many payments there already, ${connections} connections, ${rounds} rounds of ${round_s} s in turns`,
  ];
  const client = await connect(full_url);
  const merchant = await client.query<{ id: string }>('select id from merchants');
  let filled = 0;
  for (const size of sizes) {
    await fillPayments(client, merchant.rows[0]?.id ?? '', filled, size);
    filled = size;
    // What filling left behind must not be written to disk during the measurement.
    await client.query('checkpoint');
    const few: Sample[] = [];
    const many: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      few.push(await runLoad(initializeLoad(empty, { connections, duration_s: round_s })));
      many.push(await runLoad(initializeLoad(full, { connections, duration_s: round_s })));
    }
    lines.push(
      describeSamples('on an empty database', few),
      describeSamples(`with ${size / 1_000_000} million payments`, many),
      `  empty to full: ${(medianRate(few) / medianRate(many)).toFixed(2)} (target: at most 1.3)`,
    );
  }
  await client.end();
  return lines;
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
