import type pg from 'pg';

/** Reads PostgreSQL's clock, at the moment of the query rather than the start of its transaction. */
export async function readClock(client: Pick<pg.ClientBase, 'query'>): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not return the time');
  return row.now;
}
