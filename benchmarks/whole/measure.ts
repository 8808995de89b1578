import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '@guichet/kernel/log';
import { startEmbeddedPostgres } from '@guichet/server/embedded-postgres/start';
import pg from 'pg';
import { freePort, type RunningService, startService } from '../start-service.ts';
import type { Crowd, Window } from './customers.ts';

const run = promisify(execFile);
const window_s = 10;

/**
 * Whole payments in test mode by API: session, payment, session read, webhook received, verified. First on a database
 * that is new and that nobody analyses, with autovacuum off, to see whether payments become slower with their number;
 * then on the same tables analysed.
 *
 * @returns lines to print
 */
export async function measureWhole(): Promise<string[]> {
  const data_dir = await mkdtemp(join(tmpdir(), 'guichet-whole-'));
  await (await startService(data_dir)).stop();
  const postgres = await startEmbeddedPostgres({ data_dir, log: silentLog });
  const client = new pg.Client({ connectionString: postgres.database_url });
  await client.connect();
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  const service = await startService(data_dir);
  try {
    const webhook_port = await freePort();
    await makeEndpoint(data_dir, service, webhook_port);
    const crowd = { url: service.url, test_key: service.test_key, webhook_port, window_s };
    const lines = [
      `whole payments by API (session, pay, read, webhook, verify), windows of ${window_s} s, in one run`,
      ...(await pay('never analysed, autovacuum off', { ...crowd, customers: 16, windows: 6 })),
    ];
    await client.query('analyze');
    lines.push(...(await pay('analysed', { ...crowd, customers: 16, windows: 2 })));
    lines.push(...(await pay('analysed', { ...crowd, customers: 64, windows: 2 })));
    return lines;
  } finally {
    await client.end();
    await postgres.stop();
    await service.stop();
    await rm(data_dir, { recursive: true, force: true });
  }
}

async function pay(tables: string, crowd: Crowd): Promise<string[]> {
  const script = join(import.meta.dirname, 'customers.ts');
  const { stdout } = await run(process.execPath, [script, JSON.stringify(crowd)]);
  return (JSON.parse(stdout) as Window[]).map(
    ({ per_second, p50_ms, p99_ms }, index) =>
      `  ${tables}, ${crowd.customers} customers, window ${index + 1}: ${Math.round(per_second)}/s, p50 ${Math.round(p50_ms)} ms, p99 ${Math.round(p99_ms)} ms`,
  );
}

/** By the command, as a merchant's developer makes it. */
async function makeEndpoint(data_dir: string, { url }: RunningService, port: number): Promise<void> {
  const demo = JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8')) as { merchant_id: string };
  const words = ['webhooks', 'create', '--merchant', demo.merchant_id, '--mode', 'test'];
  await run('npx', ['guichet', ...words, '--url', `http://127.0.0.1:${port}/hook`], {
    env: { ...process.env, DATA_DIR: data_dir, PORT: new URL(url).port },
  });
}
