import type { Context } from '@guichet/core/platform';

/** Runs `work` while no other process of this database runs it. */
export async function inTurn<Result>(pool: Context['pool'], work: () => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('guichet demo'))`);
    return await work();
  } finally {
    // Ends the connection, which releases the lock.
    client.release(true);
  }
}
