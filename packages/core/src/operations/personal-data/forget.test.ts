import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { usual_retention } from '../../platform/retention.ts';
import { forgetIdleCustomers, forgetOldCalls } from './forget.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await makeTestContext();
});
afterEach(() => ctx.database.close());

it('stored calls to providers expire by the database’s clock, not by the clock of the process', async () => {
  await ctx.pool.query(
    `insert into operator_calls (merchant_id, object_id, verb, exchanges, created_at)
     select 'mer_1', 'att_' || age, 'collect', '[]', now() - make_interval(days => age)
     from unnest(array[1, 179, 181, 400]) as age`,
  );
  const left = async () =>
    (await ctx.pool.query('select object_id from operator_calls order by 1')).rows.length;
  await forgetOldCalls(ctx, service_actor, { ...usual_retention, operator_calls_days: 0 });
  expect(await left()).toBe(4);
  await forgetOldCalls(ctx, service_actor, usual_retention);
  expect(await left()).toBe(2);
});

it('customers inactive for longer than the configured number of days are erased', async () => {
  const caller = await makeCaller(ctx);
  const old = await makeCheckout(ctx, caller, { customer_phone: phoneEnding('00') });
  const fresh = await makeCheckout(ctx, caller, { customer_phone: phoneEnding('01') });
  await ctx.pool.query(`update customers set created_at = now() - interval '800 days'`);
  await ctx.pool.query(`update payments set created_at = now() - interval '800 days' where id = $1`, [
    old.payment_id,
  ]);
  const phones = async () =>
    (await ctx.pool.query('select phone from customers')).rows.map(({ phone }) => phone);
  await forgetIdleCustomers(ctx, service_actor, usual_retention);
  expect(await phones()).toHaveLength(2);
  await forgetIdleCustomers(ctx, service_actor, { ...usual_retention, customers_days: 730 });
  expect(await phones()).toEqual([phoneEnding('01')]);
  const { rows } = await ctx.pool.query('select id from payments where customer_phone is not null');
  expect(rows).toEqual([{ id: fresh.payment_id }]);
});

it.each([
  ['pays in the other mode', { mode: 'live' }],
  ['paid for somebody else', { pays_for_other: true }],
] as const)('a customer whose number %s is kept', async (_, how) => {
  const caller = await makeCaller(ctx);
  const phone = phoneEnding('00');
  await makeCheckout(ctx, caller, { customer_phone: phone });
  const long_ago = (table: string) =>
    ctx.pool.query(`update ${table} set created_at = now() - interval '800 days'`);
  for (const table of ['customers', 'payments']) await long_ago(table);
  if ('mode' in how) await makeCheckout(ctx, { ...caller, mode: 'live' }, { customer_phone: phone });
  if ('pays_for_other' in how) {
    const other = await makeCheckout(ctx, caller, { customer_phone: phoneEnding('01') });
    await chooseAndPay(ctx, other, '00');
  }
  const before = await ctx.pool.query('select id, phone from customers order by id');
  await forgetIdleCustomers(ctx, service_actor, { ...usual_retention, customers_days: 730 });
  expect((await ctx.pool.query('select id, phone from customers order by id')).rows).toEqual(before.rows);
  expect((await ctx.pool.query("select id from attempts where phone = '[erased]'")).rows).toEqual([]);
});
