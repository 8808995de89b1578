import { browseOwnEvents, createEndpoint, listOwnDeliveries } from '@guichet/core/events';
import { listRequests } from '@guichet/core/platform';
import { listGlances } from '@guichet/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, staffOf } from '../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../test-support/context.ts';
import { countReadPages } from '../../test-support/scanned-rows.ts';

/** The rows of the merchant whose data fills the tables. */
const many = 30_000;
/** The pages that a read of nothing may take: some for each index that it searches. */
const pages_max = 60;
/** The pages of the fifty newest rows of each kind. A table or a key has several hundred pages. */
const newest_pages_max = 120;
/**
 * Without statistics, PostgreSQL expects one payment of a merchant, and may sort them all: as many as fit on these
 * pages. Autovacuum analyses such a table within a minute.
 */
const sorted_pages_max = 1_500;

let ctx: TestContext;
let small: string;
let large: string;
beforeAll(async () => {
  ctx = await makeTestContext();
  const caller = await makeCaller(ctx);
  large = caller.merchant_id;
  await fill(large, (await makeCheckout(ctx, caller)).payment_id);
  small = (await makeCaller(ctx)).merchant_id;
  await createEndpoint(ctx, commandOf(small, 'test'), { url: 'http://127.0.0.1:9/hook' });
});
afterAll(() => ctx.database.close());

async function fill(merchant_id: string, payment_id: string): Promise<void> {
  const { id: endpoint_id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  const values = [merchant_id, many];
  await ctx.pool.query(
    `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
    select $1, 'evt_' || number, 'test', 'payment.successful', 'pay_' || number, 1, '{}', now()
    from generate_series(100001, 100000 + $2::int) as number`,
    values,
  );
  await ctx.pool.query(
    `insert into webhook_deliveries (merchant_id, id, event_id, endpoint_id, status, created_at, delivered_at)
    select $1, 'dlv_' || number, 'evt_' || number, $3, 'delivered', now(), now()
    from generate_series(100001, 100000 + $2::int) as number`,
    [...values, endpoint_id],
  );
  await ctx.pool.query(
    `insert into api_requests (merchant_id, id, mode, key_id, method, path, status, code, duration_ms, created_at)
    select $1, 'req_' || number, 'test', 'key_1', 'GET', '/api/v1/payments', 200, null, 1, now()
    from generate_series(100001, 100000 + $2::int) as number`,
    values,
  );
  await ctx.pool.query(
    `insert into payments
    select (jsonb_populate_record(payment, jsonb_build_object('id', 'pay_01K00000000000000000' || number))).*
    from payments as payment, generate_series(100001, 100000 + $2::int) as number
    where merchant_id = $1`,
    values,
  );
  await ctx.pool.query(
    `insert into refunds (merchant_id, id, mode, status, payment_id, attempt_id, currency, amount_minor, fee_minor,
      operator, connector, source, method, phone, reference, created_at, refunded_at)
    select $1, 're_' || number, 'test', 'success', $3, 'att_1', 'XOF', 1, 0, 'mtn_ci', 'sandbox', 'balance',
      'refund', '+2250504030201', gen_random_uuid(), now(), now()
    from generate_series(100001, 100000 + $2::int) as number`,
    [...values, payment_id],
  );
}

type Read = (some: Pick<TestContext, 'db' | 'tokens'>) => Promise<unknown>;
const developer = () => staffOf('developer', small);
const reads: readonly [what: string, read: Read][] = [
  ['live changes of the dashboard', ({ db }) => listGlances(db, { merchant_id: small, mode: 'test' })],
  ['deliveries', (some) => listOwnDeliveries(some, developer(), {})],
  ['successful deliveries', (some) => listOwnDeliveries(some, developer(), { status: 'delivered' })],
  [
    'deliveries of a rare event',
    (some) => listOwnDeliveries(some, developer(), { event: 'payment.expired' }),
  ],
  ['requests', (some) => listRequests(some, developer(), {})],
  ['requests with a status', (some) => listRequests(some, developer(), { status: '201' })],
  ['events', (some) => browseOwnEvents(some, developer(), {})],
  ['successes', (some) => browseOwnEvents(some, developer(), { event: 'payment.successful' })],
];

describe.each([
  ['were never analysed', '', sorted_pages_max],
  ['were analysed', 'analyze', newest_pages_max],
])('a merchant without rows, on tables that %s,', (_, statement, large_pages_max) => {
  beforeAll(() => ctx.pool.query(statement));
  it.each(reads)('reads no row of another merchant to list its %s', async (_what, read) => {
    const pages = await countReadPages(ctx.pool, (db) => read({ ...ctx, db }));
    expect(pages).toBeLessThan(pages_max);
  });

  it('costs the merchant with many rows the newest of them', async () => {
    const of = { merchant_id: large, mode: 'test' } as const;
    const pages = await countReadPages(ctx.pool, (db) => listGlances(db, of));
    expect(pages).toBeLessThan(large_pages_max);
  });
});
