import { systemClock } from '@guichet/kernel/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeContext, type TestContext } from '../../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../../test-support/database.ts';
import { makeSeller } from '../../../../../../../test-support/refunds.ts';
import { countScannedRows } from '../../../../../../../test-support/scanned-rows.ts';
import { findPayments } from '../find.ts';
import { readText } from './read-text.ts';

const count = 6_000;
let ctx: TestContext<typeof systemClock>;
let merchant_id: string;
/** A merchant with one product, whose payments are 5,000 XOF with a fee of 75. */
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
  merchant_id = (await makeSeller(ctx)).merchant_id;
  await sql`
    with made as (
      select 'pay_01' || lpad(number::text, 24, '0') as id, number from generate_series(1, ${count}::int) as number
    ), paid as (
      insert into payments (merchant_id, id, mode, status, sequence, currency, amount_minor, fee_minor, charged_minor,
        operator, return_url, session_token, created_at, paid_at)
      select ${merchant_id}, id, 'test', 'success', 2, 'XOF', 5000, 75, 5075, 'mtn_ci', 'https://shop.example', id, now(), now()
      from made
    )
    insert into attempts (merchant_id, id, payment_id, number, mode, status, operator, connector, phone, currency,
      amount_minor, fee_minor, charged_minor, fee_percent, reference, created_at, settled_at)
    select ${merchant_id}, replace(id, 'pay_', 'att_'), id, 1, 'test', 'success', 'mtn_ci', 'sandbox', '+2250500000000', 'XOF',
      5000, 75, 5075, 1.5, gen_random_uuid(), now(), now()
    from made`.execute(ctx.db);
  // Autovacuum would do this within a minute.
  await sql`analyze`.execute(ctx.db);
});
afterAll(() => ctx.database.close());

/** Returns the id of a payment by its number in the order of creation. */
const idOf = (number: number): string => `pay_01${String(number).padStart(24, '0')}`;

it.each([
  ['66666', null, 0],
  ['5000', null, 25],
  ['5075', null, 25],
  ['5 000 F CFA', null, 25],
  ['5000 KES', null, 0],
  ['5000', idOf(30), 25],
  ['5075', idOf(30), 25],
  ['5000', idOf(20), 19],
])(
  'a search for %s below %s examines few of many payments with the same amount',
  async (text, before, rows) => {
    const request = {
      merchant_id,
      mode: 'test',
      filter: { wanted: readText(text) },
      before,
      limit: 25,
    } as const;
    const found = await findPayments(ctx.db, request);
    const highest = before === null ? count : Number(before.slice(-10)) - 1;
    expect(found.rows.map(({ id }) => id)).toEqual(
      Array.from({ length: rows }, (_, index) => idOf(highest - index)),
    );
    // At most 5,000 candidates are read, each of them twice; far fewer when nothing matches, or when few payments
    // are left.
    const scanned = await countScannedRows(ctx.pool, (db) => findPayments(db, request));
    expect(scanned).toBeLessThan(rows === 0 || before !== null ? 1_000 : 3 * count);
  },
);
