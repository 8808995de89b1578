import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { insertLedgerTransactions } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

it('bookings of the same hour, kind, mode and merchant share one balance change for each account', async () => {
  const bookings = [
    ['ltx_1', 'mer_1', 'test', 'collection', '10:00:00.000', 100n],
    ['ltx_2', 'mer_1', 'test', 'collection', '10:59:59.999', 20n],
    ['ltx_3', 'mer_1', 'test', 'collection', '11:00:00.000', 3n],
    ['ltx_4', 'mer_1', 'test', 'refund_reserved', '10:30:00.000', -5n],
    ['ltx_5', 'mer_1', 'live', 'collection', '10:30:00.000', 6n],
    ['ltx_6', 'mer_2', 'test', 'collection', '10:30:00.000', 7n],
  ] as const;
  await ctx.db.transaction().execute((tx) =>
    insertLedgerTransactions(
      tx,
      bookings.map(([id, merchant_id, mode, kind, time, amount_minor]) => {
        const entry = { merchant_id, transaction_id: id, currency: 'XOF' };
        return {
          transaction: { merchant_id, id, mode, kind, created_at: new Date(`2026-11-27T${time}Z`) },
          entries: [
            { ...entry, line: 1, account: 'merchant_balance', amount_minor },
            { ...entry, line: 2, account: 'fees', amount_minor: -amount_minor },
          ],
        };
      }),
    ),
  );
  const { rows } = await ctx.pool.query<{ change: string }>(
    `select concat_ws(' ', merchant_id, mode, kind, extract(hour from hour at time zone 'UTC'), account,
      amount_minor, movements) as change
    from balance_changes`,
  );
  expect(rows.map(({ change }) => change).toSorted()).toEqual([
    'mer_1 live collection 10 fees -6 1',
    'mer_1 live collection 10 merchant_balance 6 1',
    'mer_1 test collection 10 fees -120 2',
    'mer_1 test collection 10 merchant_balance 120 2',
    'mer_1 test collection 11 fees -3 1',
    'mer_1 test collection 11 merchant_balance 3 1',
    'mer_1 test refund_reserved 10 fees 5 1',
    'mer_1 test refund_reserved 10 merchant_balance -5 1',
    'mer_2 test collection 10 fees -7 1',
    'mer_2 test collection 10 merchant_balance 7 1',
  ]);
});
