import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { listGlances } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

const namesNow = async (): Promise<Set<string>> =>
  new Set((await listGlances(ctx.db, caller)).map(({ kind, id, version }) => `${kind} ${id} ${version}`));

async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await namesNow();
  await work();
  return [...(await namesNow())]
    .filter((name) => !before.has(name))
    .map((name) => name.split(' ', 1)[0] ?? '');
}

it('the watch finds the newest events, even when their positions gain a digit', async () => {
  await ctx.pool.query(
    `insert into events (merchant_id, id, mode, type, object_id, sequence, body, position, created_at)
    overriding system value
    select $1, 'evt_' || number, 'test', 'payment.failed', 'pay_' || number, 1, '{}', number, now()
    from generate_series(900, 1000) as number`,
    [caller.merchant_id],
  );
  await ctx.pool.query(`select setval(pg_get_serial_sequence('events', 'position'), 1000)`);
  const checkout = await makeCheckout(ctx, caller);
  const before = await listGlances(ctx.db, caller);
  await chooseAndPay(ctx, checkout, '00');
  const now = await listGlances(ctx.db, caller);
  const positions = (rows: typeof now) =>
    rows.filter(({ version }) => version === 'event').map(({ id }) => Number(id));
  expect(Math.max(...positions(before))).toBe(1000);
  expect(Math.max(...positions(now))).toBe(1001);
});

it('the watch finds an older payment when a customer starts to pay it', async () => {
  const old = await makeCheckout(ctx, caller);
  for (let number = 0; number < 60; number++) await makeCheckout(ctx, caller);
  // This attempt stays open until a decision is made on the sandbox's panel, so nothing but the attempt is new.
  expect(await changedBy(() => chooseAndPay(ctx, old, '22'))).toContain('payment');
});
