import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { countScannedRows } from '../../../../../test-support/scanned-rows.ts';
import { searchCustomers } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
  await sql`
    insert into customers (merchant_id, id, mode, phone, email, first_name, last_name, country, created_at)
    select 'mer_1', 'cus_' || lpad(number::text, 26, '0'), 'test', '+2250700' || lpad(number::text, 6, '0'),
      'a' || number || '@shop.example', 'Awa' || number, 'Kone' || number, 'CI', now()
    from generate_series(1, 5000) as number`.execute(database.db);
  // Autovacuum would do this within a minute.
  await sql`analyze customers`.execute(database.db);
});
afterAll(() => database.close());

it('a search for the beginning of a phone number examines only the matching customers', async () => {
  const words = { id: null, phones: [], phone_begins: '+225070000432', word_begins: null };
  const search = { merchant_id: 'mer_1', mode: 'test', country: null, before: null, limit: 25 } as const;
  expect((await searchCustomers(database.db, search, words)).length).toBe(10);
  const scanned = await countScannedRows(database.pool, (db) => searchCustomers(db, search, words));
  expect(scanned).toBeLessThan(100);
});
