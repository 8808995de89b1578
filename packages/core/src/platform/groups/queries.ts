import { sql } from 'kysely';
import type { Connection } from '../database/connect.ts';

/**
 * Limits the time that each statement of a transaction waits for a lock.
 *
 * @throws pg.DatabaseError 55P03 from then on, by a statement that would have to wait longer
 */
export async function limitLockWaits(tx: Connection, wait_ms: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(wait_ms)}`.execute(tx);
}
