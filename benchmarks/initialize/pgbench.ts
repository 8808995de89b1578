import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { insertCheckoutsSql } from '@guichet/core/testing';
import { insertValues } from './queries.ts';

const run = promisify(execFile);

/** The values of one row, made by PostgreSQL itself, in the order of the statement's parameters. */
const values = [
  ...[`'mer_benchmark'`, `'test'`, `'pay_' || md5(random()::text)`, `md5(random()::text)`],
  ...[`'XOF'`, `25000`, `'Benchmark'`, `'{"order":"A-1"}'`, ...nulls(5)],
  ...[`'https://shop.example/return'`, ...nulls(4)],
  ...[`now()::text`, `(now() + interval '30 minutes')::text`, ...nulls(3)],
];

/** The statement that pgbench sends: the service's own statement with one row, or the same two rows as anybody would write them. */
export type Statement = 'own' | 'values';

const scripts: Readonly<Record<Statement, string>> = {
  own: insertCheckoutsSql.replace(/\$(\d+)/g, (_, number) => `array[${values[Number(number) - 1]}]`),
  values: insertValues,
};

/**
 * A payment and its session, one transaction at a time, by PostgreSQL's own load generator.
 *
 * @returns transactions a second, or null where pgbench is not installed
 */
export async function runPgbench(
  database_url: string,
  statement: Statement,
  size: { readonly connections: number; readonly duration_s: number },
): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-pgbench-'));
  const script = join(folder, 'insert.sql');
  await writeFile(script, `${scripts[statement]};\n`);
  try {
    const { stdout } = await run('pgbench', [
      ...['--no-vacuum', '--protocol=prepared', `--client=${size.connections}`],
      ...[`--jobs=${Math.min(2, size.connections)}`, `--time=${size.duration_s}`],
      ...[`--file=${script}`, database_url],
    ]);
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench did not say its rate:\n${stdout}`);
    return Number(tps);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function nulls(count: number): readonly string[] {
  return Array.from({ length: count }, () => 'null');
}
