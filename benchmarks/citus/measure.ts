import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { refuse } from '../../scripts/read-options.ts';
import { freePort, startService } from '../start-service.ts';
import { type Ended, payAll } from './pay.ts';
import { distribute, isDistributed, readCluster } from './queries.ts';

const run = promisify(execFile);

const payments = 200;
const customers = 8;
const timeout_ms = 30_000;

/**
 * Runs whole sandbox payments on Citus, to find out whether each statement of a payment contains the merchant’s id,
 * so that a distributed engine can serve it. The service itself fills the coordinator's database, whose tables are
 * sharded by merchant.
 *
 * @param database_url of a new database on a coordinator, with the extension on all nodes; a database from an
 * earlier run also works
 * @returns lines to print
 */
export async function measureCitus(folder: string, database_url: string | undefined): Promise<string[]> {
  if (database_url === undefined) {
    return [
      'Citus: skipped, because neither --citus nor CITUS_DATABASE_URL gives the address of a coordinator',
    ];
  }
  const client = new pg.Client({ connectionString: database_url });
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    refuse(`--citus takes the address of a database on a coordinator (postgres://...): ${error.message}`);
  }
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-citus-'));
  try {
    const cluster = await readCluster(client);
    if (cluster === null) return ['Citus: skipped, because the database at that address lacks the extension'];
    return [
      `whole sandbox payments on ${cluster.version} with ${cluster.workers} workers`,
      ...(await measure(folder, { client, database_url, data_dir })),
    ];
  } finally {
    await client.end();
    await rm(data_dir, { recursive: true, force: true });
  }
}

interface Place {
  readonly client: pg.Client;
  readonly database_url: string;
  readonly data_dir: string;
}

async function measure(folder: string, { client, database_url, data_dir }: Place): Promise<string[]> {
  const env = { DATABASE_URL: database_url, SECRET_KEY: 'for-the-benchmark-and-nothing-else' };
  await (await startService(data_dir, env, folder)).stop();
  const refused = (await isDistributed(client)) ? [] : await distribute(client);
  const lines = refused.map((key) => `  without the foreign key ${key}`);
  const log_file = join(data_dir, 'service.log');
  const log = await open(log_file, 'w');
  const service = await startService(data_dir, env, folder, [], log.fd);
  try {
    const demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as { merchant_id: string };
    const webhook_port = await freePort();
    const main = join(folder, 'packages/cli/src/main.ts');
    await run(
      process.execPath,
      [
        ...[main, 'webhooks', 'create', '--mode', 'test', '--merchant', demo.merchant_id],
        ...['--url', `http://127.0.0.1:${webhook_port}/hook`],
      ],
      {
        cwd: folder,
        env: { ...process.env, ...env, DATA_DIR: data_dir, PORT: new URL(service.url).port },
      },
    );
    const where = { url: service.url, api_key: service.test_key, webhook_port };
    for (const hosted of [false, true]) {
      const name = hosted ? 'by hosted page' : 'by API';
      const from_ms = performance.now();
      const told = await payAll({ ...where, hosted, count: payments, customers, timeout_ms });
      lines.push(...describe(name, told, (performance.now() - from_ms) / 1000));
    }
    return [...lines, ...describeRefusals(await readFile(log_file, 'utf8'))];
  } finally {
    await service.stop();
    await log.close();
  }
}

const describe = (name: string, { ended, refused }: Ended, took_s: number): string[] => [
  `  ${name}: ${ended} of ${payments} ended (expected: all) in ${took_s.toFixed(1)} s`,
  ...refused.map((line) => `    ${line}`),
];

/** Lists the engine's error messages in the service's log, the most frequent first. */
export function describeRefusals(log: string): string[] {
  const counts = new Map<string, number>();
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) {
    const { err } = JSON.parse(line) as { err?: { message?: string; detail?: string; stack?: string } };
    if (err?.message === undefined) continue;
    const place = /packages\/\S+?\.ts:\d+/.exec(err.stack ?? '')?.[0];
    const words = [place, err.message, err.detail].filter((text) => text !== undefined).join(': ');
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .map(([words, count]) => `  refused ${count} times: ${words}`);
}
