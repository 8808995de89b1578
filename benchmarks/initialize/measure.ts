import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from '../percentile.ts';
import { describeSamples, initializeLoad, medianRate, runLoad, type Sample } from '../run-load.ts';
import type { RunningService } from '../start-service.ts';
import { runPgbench } from './pgbench.ts';

const run = promisify(execFile);

const connections = 64;
const round_s = 8;
const rounds = 3;

/**
 * `checkout/initialize` over HTTP beside the same INSERT done one transaction at a time, from the same number of
 * connections on the same database. The rounds are interleaved, so that a busy neighbour disturbs all of them alike.
 *
 * @returns lines to print
 */
export async function measureInitialize(service: RunningService, database_url: string): Promise<string[]> {
  const http: Sample[] = [];
  const keyed: Sample[] = [];
  const loop: Omit<Sample, 'failures'>[] = [];
  const pgbench: number[] = [];
  const size = { connections, duration_s: round_s };
  for (let round = 0; round < rounds; round++) {
    loop.push(await runInsertLoop(database_url));
    http.push(await runLoad(initializeLoad(service, size)));
    keyed.push(await runLoad(initializeLoad(service, { ...size, is_keyed: true })));
    const tps = await runPgbench(database_url, connections, round_s);
    if (tps !== null) pgbench.push(tps);
  }
  const lines = [
    `initialize, ${connections} connections, ${rounds} rounds of ${round_s} s, medians, each answer after its commit`,
    describeSamples('POST /v1/checkout/initialize', http),
    describeSamples('the same with an Idempotency-Key each', keyed),
    describeSamples('same INSERT, Node and pg, one a transaction', loop),
    `  ratio to the Node loop: ${(medianRate(http) / medianRate(loop)).toFixed(2)} (target: at least 1.0)`,
  ];
  if (pgbench.length === 0) return [...lines, '  pgbench is not installed: no ratio to it'];
  const transactions = median(pgbench);
  return [
    ...lines,
    `  same INSERT, pgbench, one a transaction: ${Math.round(transactions)}/s`,
    `  ratio to pgbench: ${(medianRate(http) / transactions).toFixed(2)} (target: at least 0.75)`,
  ];
}

async function runInsertLoop(database_url: string): Promise<Omit<Sample, 'failures'>> {
  const { stdout } = await run(process.execPath, [
    new URL('insert-loop.ts', import.meta.url).pathname,
    database_url,
    String(connections),
    String(round_s * 1000),
  ]);
  return JSON.parse(stdout) as Omit<Sample, 'failures'>;
}
