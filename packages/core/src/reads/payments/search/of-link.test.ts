import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../../../test-support/database.ts';
import { ofLink, ofShift } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
  const client = await database.pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into payments (merchant_id, id, mode, status, sequence, currency, amount_minor, return_url, session_token,
       payment_link_id, shift_id, created_at)
     select 'mer_1', 'pay_' || lpad(number::text, 26, '0'), 'test', 'pending', 1, 'XOF', 500, 'https://shop.example',
       number, case when number % 1000 = 0 then 'plk_1' when number % 2 = 0 then 'plk_2' end,
       case when number % 1000 = 1 then 'shf_1' when number % 2 = 1 then 'shf_2' end, now()
     from generate_series(1, 20000) as number`,
  );
  await client.query('reset session_replication_role');
  await client.query('analyze payments');
  client.release();
});
afterAll(() => database.close());

it.each([
  ['link', ofLink('plk_1'), 'payments_of_link'],
  ['shift', ofShift('shf_1'), 'payments_of_shift'],
])(
  'the payments of a %s are found by their own index, also with a plan made for all of them',
  async (_, of, index) => {
    const span = { merchant_id: 'mer_1', mode: 'test', before: 'pay_9', from: 'pay_0' } as const;
    const source = of(span) as RawBuilder<{ id: string }>;
    expect((await source.execute(database.db)).rows).toHaveLength(20);
    const text = source.compile(database.db).sql;
    const plan = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
  },
);
