import type pg from 'pg';

/** Lists when the payments of all shifts were paid, by id. */
export async function listPaidAt(pool: pg.Pool): Promise<Map<string, Date>> {
  const { rows } = await pool.query<{ id: string; paid_at: Date }>(
    'select id, paid_at from payments where shift_id is not null and paid_at is not null',
  );
  return new Map(rows.map(({ id, paid_at }) => [id, paid_at]));
}
