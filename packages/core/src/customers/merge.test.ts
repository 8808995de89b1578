import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseAndPay, makeCaller, makeCheckout, phoneEnding } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { listEvents } from '../../../../test-support/payments.ts';
import type { Caller } from '../api-keys/authenticate.ts';
import { getPayment } from '../payments/queries.ts';
import { retrievePayment } from '../payments/retrieve.ts';
import { retrieveCustomer } from './retrieve.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
  await dropJobs(ctx);
});

const phone = '+2250700000001';
const email = 'ama@shop.example';

const session = (fields: object, by: Caller = caller) => makeCheckout(ctx, by, fields);
const customerOf = async ({ payment_id }: { payment_id: string }, by: Caller = caller): Promise<string> =>
  (await getPayment(ctx.db, by.merchant_id, payment_id)).customer_id ?? 'none';

describe('when a number and an address turn out to be one customer', () => {
  it('the payments of the address go to the number’s customer, and its row goes', async () => {
    const of_number = await session({ customer_phone: phone });
    const of_address = [await session({ customer_email: email }), await session({ customer_email: email })];
    const [gone] = await Promise.all(of_address.map((one) => customerOf(one)));
    const kept = await customerOf(of_number);
    expect(gone).not.toBe(kept);

    const of_both = await session({ customer_phone: phone, customer_email: email });
    for (const one of [of_number, ...of_address, of_both]) expect(await customerOf(one)).toBe(kept);
    await expect(retrieveCustomer(ctx, caller, gone ?? '')).rejects.toMatchObject({
      code: 'customer_not_found',
    });
    expect(await retrieveCustomer(ctx, caller, kept)).toMatchObject({ phone, email });
  });

  it('nothing happens to another merchant’s or mode’s', async () => {
    const others = [await makeCaller(ctx), { ...caller, mode: 'live' as const }];
    const theirs = await Promise.all(others.map((other) => session({ customer_email: email }, other)));
    const before = await Promise.all(theirs.map((one, index) => customerOf(one, others[index])));
    await session({ customer_phone: phone });
    await session({ customer_email: email });
    await session({ customer_phone: phone, customer_email: email });
    expect(await Promise.all(theirs.map((one, index) => customerOf(one, others[index])))).toEqual(before);
    for (const [index, other] of others.entries()) {
      expect(await retrieveCustomer(ctx, other, before[index] ?? '')).toMatchObject({ phone: null, email });
    }
  });

  it('events that were sent keep the id they had', async () => {
    await session({ customer_phone: phone });
    const checkout = await session({ customer_email: email });
    const gone = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '01');
    await session({ customer_phone: phone, customer_email: email });
    const [event] = await listEvents(ctx, checkout);
    expect(event).toMatchObject({ event: 'payment.failed', data: { customer: { id: gone } } });
  });

  it('a payment that was on its way meanwhile follows within a minute', async () => {
    const of_number = await session({ customer_phone: phone });
    const of_address = await session({ customer_email: email });
    const gone = await customerOf(of_address);
    await session({ customer_phone: phone, customer_email: email });
    // It was given its customer before the merge, and is written after it.
    const late = await session({});
    await ctx.db
      .updateTable('payments')
      .set({ customer_id: gone })
      .where('id', '=', late.payment_id)
      .execute();
    await advance(ctx, 59_000);
    expect(await customerOf(late)).toBe(gone);
    await advance(ctx, 1_000);
    expect(await customerOf(late)).toBe(await customerOf(of_number));
  });

  it('nothing is left to do when an address gets its number', async () => {
    const of_address = await session({ customer_email: email });
    const id = await customerOf(of_address);
    await session({ customer_phone: phone, customer_email: email });
    expect(await customerOf(of_address)).toBe(id);
    expect(await listJobs(ctx, 'move_payments')).toEqual([]);
  });
});

describe('a payment on the page', () => {
  it('has the customer of the number that pays', async () => {
    const checkout = await session({});
    expect(await customerOf(checkout)).toBe('none');
    await chooseAndPay(ctx, checkout, '00');
    const id = await customerOf(checkout);
    expect(await retrieveCustomer(ctx, caller, id)).toMatchObject({
      phone: phoneEnding('00'),
      country: 'CI',
    });
    expect(await retrievePayment(ctx, caller, checkout.payment_id)).toMatchObject({
      customer: { id, phone: phoneEnding('00') },
    });
    const [event] = await listEvents(ctx, checkout);
    expect(event).toMatchObject({ event: 'payment.successful', data: { customer: { id } } });
  });

  it('has the same customer as the number’s other payments', async () => {
    const known = await session({ customer_phone: phoneEnding('00') });
    const two = [await session({}), await session({})];
    await Promise.all(two.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    for (const checkout of two) expect(await customerOf(checkout)).toBe(await customerOf(known));
  });

  it('that many people make at once with one new number has one customer', async () => {
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => session({})));
    await Promise.all(checkouts.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    expect(new Set(await Promise.all(checkouts.map((checkout) => customerOf(checkout)))).size).toBe(1);
  });

  it.each<[string, object]>([
    ['number', { customer_phone: phone }],
    ['address', { customer_email: email }],
  ])('keeps the customer that its %s made, whatever number pays', async (_, fields) => {
    const checkout = await session(fields);
    const id = await customerOf(checkout);
    const before = await retrieveCustomer(ctx, caller, id);
    await chooseAndPay(ctx, checkout, '00');
    expect(await customerOf(checkout)).toBe(id);
    expect(await retrieveCustomer(ctx, caller, id)).toEqual(before);
  });

  it('keeps its customer when it is tried again with another number', async () => {
    const checkout = await session({});
    await chooseAndPay(ctx, checkout, '01');
    const id = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '00');
    expect(await customerOf(checkout)).toBe(id);
  });

  it('has none when the payment is refused before it begins', async () => {
    const checkout = await session({});
    await expect(chooseAndPay(ctx, checkout, '00', 'no_such')).rejects.toThrow('refused');
    expect(await customerOf(checkout)).toBe('none');
    const { rows } = await ctx.pool.query('select from customers where merchant_id = $1', [
      caller.merchant_id,
    ]);
    expect(rows).toHaveLength(0);
  });
});
