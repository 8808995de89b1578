import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from '../percentile.ts';
import type { RunningService } from '../start-service.ts';
import { runPgbench } from './pgbench.ts';

const run = promisify(execFile);

const connections = 64;
const round_s = 8;
const rounds = 3;

interface Sample {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly not_created?: number;
}

/**
 * `checkout/initialize` over HTTP beside the same INSERT done one transaction at a time, from the same number of
 * connections on the same database. The rounds are interleaved, so that a busy neighbour disturbs all of them alike.
 *
 * @returns lines to print
 */
export async function measureInitialize(service: RunningService, database_url: string): Promise<string[]> {
  const http: Sample[] = [];
  const loop: Sample[] = [];
  const pgbench: number[] = [];
  for (let round = 0; round < rounds; round++) {
    loop.push(await child('insert-loop.ts', [database_url]));
    http.push(await child('http-load.ts', [service.url, service.test_key]));
    const tps = await runPgbench(database_url, connections, round_s);
    if (tps !== null) pgbench.push(tps);
  }
  const refused = http.reduce((sum, sample) => sum + (sample.not_created ?? 0), 0);
  if (refused > 0) throw new Error(`${refused} requests did not create a session`);

  const created = median(http.map((sample) => sample.per_second));
  const inserted = median(loop.map((sample) => sample.per_second));
  const lines = [
    `initialize, ${connections} connections, ${rounds} rounds of ${round_s} s, medians, each answer after its commit`,
    describe('POST /v1/checkout/initialize', http),
    describe('same INSERT, Node and pg, one a transaction', loop),
    `  ratio to the Node loop: ${(created / inserted).toFixed(2)} (target: at least 1.0)`,
  ];
  if (pgbench.length === 0) return [...lines, '  pgbench is not installed: no ratio to it'];
  const transactions = median(pgbench);
  return [
    ...lines,
    `  same INSERT, pgbench, one a transaction: ${Math.round(transactions)}/s`,
    `  ratio to pgbench: ${(created / transactions).toFixed(2)} (target: at least 0.75)`,
  ];
}

function describe(name: string, samples: readonly Sample[]): string {
  const of = (key: 'per_second' | 'p50_ms' | 'p99_ms') => median(samples.map((sample) => sample[key]));
  return `  ${name}: ${Math.round(of('per_second'))}/s, p50 ${of('p50_ms').toFixed(1)} ms, p99 ${of('p99_ms').toFixed(1)} ms`;
}

async function child(script: string, parameters: readonly string[]): Promise<Sample> {
  const { stdout } = await run(process.execPath, [
    new URL(script, import.meta.url).pathname,
    ...parameters,
    String(connections),
    String(round_s * 1000),
  ]);
  return JSON.parse(stdout) as Sample;
}
