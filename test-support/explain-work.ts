import type { Database, Schema } from '@guichet/core/testing';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** A node of an `explain` plan. */
export interface Step {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  /** Pages found in memory or read from disk, including those of the steps below. */
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Step[];
}

const explain = 'explain (analyze, buffers, format json)';

/**
 * Does some work, then executes each of its statements again, and returns the plans with their measurements.
 */
export async function explainWork(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<readonly Step[]> {
  const plans: Step[] = [];
  for (const { sql, parameters } of await listStatements(pool, work)) {
    const { rows } = await pool.query(`${explain} ${sql}`, [...parameters]);
    plans.push(rows[0]['QUERY PLAN'][0].Plan);
  }
  return plans;
}

/**
 * Does the same as {@link explainWork} with generic plans, which a connection keeps and uses for the values
 * of all merchants.
 */
export async function explainKeptPlans(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<readonly Step[]> {
  const plans: Step[] = [];
  const client = await pool.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const { sql, parameters } of await listStatements(pool, work)) {
      await client.query(`prepare asked as ${sql}`);
      const values = parameters.map(literalOf).join(', ');
      const { rows } = await client.query(`${explain} execute asked${values === '' ? '' : ` (${values})`}`);
      await client.query('deallocate asked');
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
  } finally {
    client.release(true);
  }
  return plans;
}

async function listStatements(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<readonly CompiledQuery[]> {
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  await work(new Kysely<Schema>({ dialect, log: ({ query }) => void asked.push(query) }));
  return asked;
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (typeof value === 'object') throw new Error('a list has no literal here');
  return pg.escapeLiteral(String(value));
}
