import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../../test-support/database.ts';
import { cameTo } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
  const client = await database.pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into payment_transitions (merchant_id, payment_id, sequence, from_status, event, to_status, created_at)
     select 'mer_1', 'pay_' || number, 1, 'pending', 'event', case when number % 5000 = 0 then 'expired' else 'success' end, now()
     from generate_series(1, 20000) as number`,
  );
  await client.query('reset session_replication_role');
  await client.query('analyze payment_transitions');
  client.release();
});
afterAll(() => database.close());

const span = { merchant_id: 'mer_1', mode: 'test', before: 'pay_9', from: 'pay_1' } as const;

it.each(['failed', 'cancelled', 'expired', 'reversed'] as const)(
  'payments that became %s are found by their own index, also with a plan made for all values',
  async (status) => {
    const source = cameTo(status)(span) as RawBuilder<{ id: string }>;
    const { rows } = await source.execute(database.db);
    expect(rows.length).toBe(status === 'expired' ? 4 : 0);
    const text = source.compile(database.db).sql;
    const plan = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('payment_transitions_to');
  },
);

it('paid payments have no entry in this index', async () => {
  const { rows } = await sql<{ entries: number }>`
    select reltuples::integer as entries from pg_class where relname = 'payment_transitions_to'`.execute(
    database.db,
  );
  expect(rows).toEqual([{ entries: 4 }]);
});
