import type pg from 'pg';

/** Lists which of some server processes exist, and the number of the one that handles this statement. */
export async function listBackends(
  client: pg.ClientBase,
  pids: readonly number[],
): Promise<{ readonly known: readonly number[]; readonly own: number }> {
  const { rows } = await client.query<{ known: number[]; own: number }>(
    `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any ($1::int[])) as known`,
    [pids],
  );
  const [row] = rows;
  if (!row) throw new Error('a statement without a table has one row');
  return row;
}

/** Whether the server accepts no writes. */
export async function isReadOnly(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ mode: string }>(
    `select current_setting('transaction_read_only') as mode`,
  );
  return rows[0]?.mode === 'on';
}
