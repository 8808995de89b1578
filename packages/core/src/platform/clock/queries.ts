import type pg from 'pg';

/** Reads PostgreSQL's clock, at the moment of the query rather than the start of its transaction. */
export async function readClock(pool: Pick<pg.Pool, 'query'>): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
