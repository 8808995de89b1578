import type pg from 'pg';

/** PostgreSQL's clock, at the moment it is asked and not when a transaction began. */
export async function readClock(pool: Pick<pg.Pool, 'query'>): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
