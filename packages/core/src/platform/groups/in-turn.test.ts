import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import type { Database } from '../database/connect.ts';
import { inTurn } from './in-turn.ts';

/** Waits for the advisory lock of each number other than 0. */
async function lockAll(db: Database, numbers: readonly number[]): Promise<readonly number[]> {
  for (const number of numbers) {
    if (number > 0) await sql`select pg_advisory_xact_lock(${number}::int)`.execute(db);
  }
  return numbers;
}

it('two statements that hang keep others waiting for a few seconds only', async () => {
  const database = await makeTestDatabase();
  await withConnection(database.database_url, async (client) => {
    await client.query('select pg_advisory_lock(1), pg_advisory_lock(2)');
    const hanging = [inTurn(database.db, lockAll, 1)];
    await new Promise(setImmediate);
    hanging.push(inTurn(database.db, lockAll, 2));
    await new Promise(setImmediate);
    expect(await inTurn(database.db, lockAll, 0)).toBe(0);
    await client.query('select pg_advisory_unlock_all()');
    expect(await Promise.all(hanging)).toEqual([1, 2]);
  });
  await database.close();
});
