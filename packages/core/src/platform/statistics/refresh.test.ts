import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { service_actor } from '../actor/actor.ts';
import { listOutgrown } from './queries.ts';
import { refreshStatistics } from './refresh.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

async function add(rows: number): Promise<void> {
  await sql`insert into outgrown_table select generate_series(1, ${rows}::int)`.execute(database.db);
  // A session's changes are counted up to a second later; this makes them count now.
  await sql`select pg_stat_force_next_flush()`.execute(database.db);
}

it('a table is analyzed when it has 200 rows, again when it has three times as many, and not in between', async () => {
  await sql`create table outgrown_table (id int) with (autovacuum_enabled = off)`.execute(database.db);
  const outgrown = async () => (await listOutgrown(database.db)).includes('outgrown_table');
  await add(199);
  await expect.poll(outgrown).toBe(false);
  await add(1);
  await expect.poll(outgrown).toBe(true);
  await refreshStatistics(database, service_actor);
  await expect.poll(outgrown).toBe(false);
  await add(399);
  await expect.poll(outgrown).toBe(false);
  await add(1);
  await expect.poll(outgrown).toBe(true);
});
