import { sql } from 'kysely';
import type { Connection } from '../database/connect.ts';

/**
 * Limits the time for which each later statement of a transaction waits for a lock.
 *
 * @throws pg.DatabaseError later: a statement that would have to wait longer fails with 55P03
 */
export async function limitLockWaits(tx: Connection, wait_ms: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(wait_ms)}`.execute(tx);
}
