import type { Database, Schema } from '@guichet/core/testing';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';

/** A node of an `explain` plan. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}

/** Counts the rows that scans of all statements examine, including those they filter out. */
export async function countScannedRows(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<number> {
  const asked: CompiledQuery[] = [];
  await work(
    new Kysely<Schema>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void asked.push(query),
    }),
  );
  let scanned = 0;
  for (const { sql, parameters } of asked) {
    const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    scanned += scannedIn(rows[0]['QUERY PLAN'][0].Plan);
  }
  return scanned;
}

function scannedIn(step: Step): number {
  const inner = (step.Plans ?? []).reduce((sum, one) => sum + scannedIn(one), 0);
  if (!step['Node Type'].endsWith('Scan')) return inner;
  return inner + step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
}
