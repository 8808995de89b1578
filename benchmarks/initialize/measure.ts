import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { median } from '../percentile.ts';
import { describeSamples, initializeLoad, medianRate, runLoad, type Sample } from '../run-load.ts';
import type { RunningService } from '../start-service.ts';
import { forceCheckpoint } from '../whole/queries.ts';
import { runPgbench } from './pgbench.ts';
import { countFreeConnections } from './queries.ts';

const run = promisify(execFile);

const connections_of = [1, 16, 64, 256] as const;
const targets: Readonly<Record<(typeof connections_of)[number], string>> = {
  1: 'at least 0.6',
  16: 'at least 1.0',
  64: 'at least 1.0',
  256: 'at least 2.5',
};
const round_s = 6;
const rounds = 3;

/**
 * Compares `checkout/initialize` over HTTP with inserts of the same rows, one transaction at a time, over the same
 * number of connections to the same database: by Node, and by pgbench with the service's own INSERT and with plain
 * VALUES. The rounds are interleaved, so that a busy neighbor disturbs all of them alike, and each spans a
 * checkpoint.
 *
 * @returns lines to print
 */
export async function* measureInitialize(
  service: RunningService,
  database_url: string,
): AsyncGenerator<string> {
  yield `initialize, each response after its commit, closed loop, ${rounds} rounds of ${round_s} s, a checkpoint forced in each, medians`;
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    for (const connections of connections_of) {
      for (const line of await measureAt(connections, service, { client, database_url })) yield line;
    }
  } finally {
    await client.end();
  }
}

async function measureAt(
  connections: (typeof connections_of)[number],
  service: RunningService,
  { client, database_url }: { readonly client: pg.Client; readonly database_url: string },
): Promise<string[]> {
  const http: Sample[] = [];
  const keyed: Sample[] = [];
  const loop: Omit<Sample, 'failures'>[] = [];
  const pgbench = { own: [] as number[], values: [] as number[] };
  const size = { connections, duration_s: round_s };
  // Each connection of a loop is a connection to PostgreSQL, which accepts fewer than the service does. Only half of
  // the free ones are used, because those of the previous loop may still be closing.
  const direct = Math.min(connections, Math.floor((await countFreeConnections(client)) / 2));
  const over = async <Result>(work: Promise<Result>): Promise<Result> => {
    const [result] = await Promise.all([
      work,
      setTimeout((round_s * 1000) / 2).then(() => forceCheckpoint(client)),
    ]);
    return result;
  };
  for (let round = 0; round < rounds; round++) {
    loop.push(await over(runInsertLoop(database_url, direct)));
    http.push(await over(runLoad(initializeLoad(service, size))));
    keyed.push(await over(runLoad(initializeLoad(service, { ...size, is_keyed: true }))));
    for (const statement of ['own', 'values'] as const) {
      const tps = await over(runPgbench(database_url, statement, { ...size, connections: direct }));
      if (tps !== null) pgbench[statement].push(tps);
    }
  }
  const lines = [
    ` ${connections} connections${direct < connections ? `, ${direct} in the loops to PostgreSQL` : ''}`,
    describeSamples('POST /v1/checkout/initialize', http),
    describeSamples('the same with an Idempotency-Key each', keyed),
    describeSamples('same INSERT, Node and pg, one a transaction', loop),
    `  ratio to the Node loop: ${(medianRate(http) / medianRate(loop)).toFixed(2)}`,
  ];
  if (pgbench.own.length === 0) return [...lines, '  pgbench is not installed: no ratio to it'];
  const [own, values] = [median(pgbench.own), median(pgbench.values)];
  const ratio = (rate: number): string => (medianRate(http) / rate).toFixed(2);
  return [
    ...lines,
    `  pgbench, one a transaction: same INSERT ${Math.round(own)}/s, plain VALUES ${Math.round(values)}/s`,
    `  ratios to pgbench: same INSERT ${ratio(own)} (target: ${targets[connections]}), plain VALUES ${ratio(values)}`,
  ];
}

async function runInsertLoop(database_url: string, connections: number): Promise<Omit<Sample, 'failures'>> {
  const { stdout } = await run(process.execPath, [
    new URL('insert-loop.ts', import.meta.url).pathname,
    database_url,
    String(connections),
    String(round_s * 1000),
  ]);
  return JSON.parse(stdout) as Omit<Sample, 'failures'>;
}
