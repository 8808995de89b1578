import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { fillDatabase } from './fill.ts';

const main = 'mer_00000000000000000000000000';
const other = 'mer_00000000000000000000000001';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
  await sql`insert into merchants (id, name, country, created_at) values (${main}, 'Shop', 'CI', now())`.execute(
    database.db,
  );
});
afterAll(() => database.close());

it('the generated rows fit the schema, and are spread evenly over the merchants', async () => {
  await fillDatabase(database.database_url, { main, others: [other], are_even: true }, 1_000);
  const { rows } = await sql<{ merchant_id: string; payments: number; buyers: number }>`
    select merchant_id, count(*)::int as payments, count(customer_id)::int as buyers
    from payments group by merchant_id order by merchant_id`.execute(database.db);
  expect(rows).toEqual([main, other].map((merchant_id) => ({ merchant_id, payments: 500, buyers: 500 })));
  const settled = await sql<{ count: number }>`
    select count(*)::int as count from payments join events on object_id = payments.id
    where status in ('success', 'failed', 'expired', 'cancelled')`.execute(database.db);
  expect(settled.rows[0]?.count).toBeGreaterThan(900);
});
