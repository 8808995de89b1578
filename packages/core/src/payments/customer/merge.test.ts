import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import {
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { listEvents } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { applyOutcome } from '../attempt/apply-outcome.ts';
import { getPayment } from '../queries.ts';
import { retrievePayment } from '../retrieve.ts';
import { chooseOperator } from '../session/choose.ts';
import { payCheckout } from '../session/pay.ts';
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
// Each payment is in the list of its customer, and in no other list.
afterEach(async () => expect((await checkLedger(ctx, command)).breaches).toEqual([]));

const phone = '+2250700000001';
const email = 'ama@shop.example';

const session = (fields: object, by: Caller = caller) => makeCheckout(ctx, by, fields);
const customerOf = async ({ payment_id }: { payment_id: string }, by: Caller = caller): Promise<string> =>
  (await getPayment(ctx.db, by.merchant_id, payment_id)).customer_id ?? 'none';

describe('when a number and an address turn out to be one customer', () => {
  it('the payments of the address’s customer move to the number’s customer, and its row is deleted', async () => {
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

  it('a minute later, the number’s customer has all payments of an address’s customer with many', async () => {
    const kept = await customerOf(await session({ customer_phone: phone }));
    const many = await Promise.all(Array.from({ length: 120 }, () => session({ customer_email: email })));
    await session({ customer_phone: phone, customer_email: email });
    const count = async () => {
      const owners = await Promise.all(many.map((one) => customerOf(one)));
      return owners.filter((id) => id === kept).length;
    };
    expect(await count()).toBe(100);
    await advance(ctx, 60_000);
    expect(await count()).toBe(120);
  });

  it('customers of another merchant or mode are unchanged', async () => {
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

  it('events already sent keep their customer id', async () => {
    await session({ customer_phone: phone });
    const checkout = await session({ customer_email: email });
    const gone = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '01');
    await session({ customer_phone: phone, customer_email: email });
    const [event] = await listEvents(ctx, checkout);
    expect(event).toMatchObject({ event: 'payment.failed', data: { customer: { id: gone } } });
  });

  it('a payment that was being created meanwhile moves within a minute', async () => {
    const of_number = await session({ customer_phone: phone });
    const of_address = await session({ customer_email: email });
    const gone = await customerOf(of_address);
    await session({ customer_phone: phone, customer_email: email });
    // This payment got its customer before the merge, and is inserted after it.
    const late = await session({});
    await ctx.db
      .updateTable('payments')
      .set({ customer_id: gone })
      .where('id', '=', late.payment_id)
      .execute();
    const link = { merchant_id: caller.merchant_id, payment_id: late.payment_id };
    await ctx.db
      .insertInto('customer_payments')
      .values({ ...link, customer_id: gone })
      .execute();
    await advance(ctx, 59_000);
    expect(await customerOf(late)).toBe(gone);
    await advance(ctx, 1_000);
    expect(await customerOf(late)).toBe(await customerOf(of_number));
  });

  it('nothing is moved when an address’s customer gets its number', async () => {
    const of_address = await session({ customer_email: email });
    const id = await customerOf(of_address);
    await session({ customer_phone: phone, customer_email: email });
    expect(await customerOf(of_address)).toBe(id);
    expect(await listJobs(ctx, 'move_payments')).toEqual([]);
  });
});

describe('a payment on the page', () => {
  it('belongs to the customer of the number that pays', async () => {
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

  it('belongs to the same customer as the number’s other payments', async () => {
    const known = await session({ customer_phone: phoneEnding('00') });
    const two = [await session({}), await session({})];
    await Promise.all(two.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    for (const checkout of two) expect(await customerOf(checkout)).toBe(await customerOf(known));
  });

  it('has the same customer as concurrent payments with the same new number', async () => {
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => session({})));
    await Promise.all(checkouts.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    expect(new Set(await Promise.all(checkouts.map((checkout) => customerOf(checkout)))).size).toBe(1);
  });

  it('keeps the customer of the number that the merchant gave, whatever number pays', async () => {
    const checkout = await session({ customer_phone: phone, customer_email: email });
    const id = await customerOf(checkout);
    const before = await retrieveCustomer(ctx, caller, id);
    await chooseAndPay(ctx, checkout, '00');
    expect(await customerOf(checkout)).toBe(id);
    expect(await retrieveCustomer(ctx, caller, id)).toEqual(before);
  });

  it('belongs to the customer of the number that paid, after an attempt with another number', async () => {
    const checkout = await session({});
    await chooseAndPay(ctx, checkout, '01');
    await chooseAndPay(ctx, checkout, '00');
    const id = await customerOf(checkout);
    expect(await retrieveCustomer(ctx, caller, id)).toMatchObject({ phone: phoneEnding('00') });
    expect(await retrievePayment(ctx, caller, checkout.payment_id)).toMatchObject({
      customer: { id, phone: phoneEnding('00') },
    });
  });

  it('keeps the customer of its number on a second attempt with the same number', async () => {
    const checkout = await session({});
    await chooseAndPay(ctx, checkout, '01');
    const id = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '01');
    expect(await customerOf(checkout)).toBe(id);
  });

  it('has no customer when it is refused before an attempt', async () => {
    const checkout = await session({});
    await expect(chooseAndPay(ctx, checkout, '00', 'no_such')).rejects.toThrow('refused');
    expect(await customerOf(checkout)).toBe('none');
    const { rows } = await ctx.pool.query('select from customers where merchant_id = $1', [
      caller.merchant_id,
    ]);
    expect(rows).toHaveLength(0);
  });
});

describe('a payment for which the merchant gave only an e-mail address', () => {
  const paying = phoneEnding('00');
  const count = async (by: Caller = caller): Promise<number> =>
    (await ctx.db.selectFrom('customers').select('id').where('merchant_id', '=', by.merchant_id).execute())
      .length;

  it('gives the paying number to the address’s customer, who also gets the number’s next payment', async () => {
    const first = await session({ customer_email: email });
    const id = await customerOf(first);
    await chooseAndPay(ctx, first, '00');
    const second = await session({});
    await chooseAndPay(ctx, second, '00');
    expect(await customerOf(first)).toBe(id);
    expect(await customerOf(second)).toBe(id);
    expect(await customerOf(await session({ customer_phone: paying }))).toBe(id);
    expect(await retrieveCustomer(ctx, caller, id)).toMatchObject({ phone: paying, email, country: 'CI' });
    expect(await count()).toBe(1);
    const [event] = await listEvents(ctx, first);
    expect(event).toMatchObject({ data: { customer: { id, phone: paying, email } } });
  });

  it('moves to the number’s existing customer, with everything that belonged to the address’s customer', async () => {
    const kept = await customerOf(await session({ customer_phone: paying }));
    const earlier = await session({ customer_email: email });
    const checkout = await session({ customer_email: email.toUpperCase() });
    await chooseAndPay(ctx, checkout, '00');
    expect(await customerOf(earlier)).toBe(kept);
    expect(await customerOf(checkout)).toBe(kept);
    expect(await retrieveCustomer(ctx, caller, kept)).toMatchObject({ phone: paying, email });
    expect(await count()).toBe(1);
    const [event] = await listEvents(ctx, checkout);
    expect(event).toMatchObject({ data: { customer: { id: kept } } });
  });

  it('leaves the address’s customer unchanged until it is paid', async () => {
    const checkout = await session({ customer_email: email });
    const id = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '01');
    expect(await customerOf(checkout)).toBe(id);
    expect(await retrieveCustomer(ctx, caller, id)).toMatchObject({ phone: null, email });
  });

  it('does not merge two people with different addresses', async () => {
    const payer = await customerOf(
      await session({ customer_phone: paying, customer_email: 'kofi@shop.example' }),
    );
    const checkout = await session({ customer_email: email });
    const named = await customerOf(checkout);
    await chooseAndPay(ctx, checkout, '00');
    expect(await customerOf(checkout)).toBe(payer);
    expect(await retrieveCustomer(ctx, caller, payer)).toMatchObject({ email: 'kofi@shop.example' });
    expect(await retrieveCustomer(ctx, caller, named)).toMatchObject({ phone: null, email });
  });

  it('belongs to the payer when the address belongs to another number', async () => {
    const other = await customerOf(await session({ customer_phone: phone, customer_email: email }));
    const checkout = await session({ customer_email: email });
    expect(await customerOf(checkout)).toBe(other);
    await chooseAndPay(ctx, checkout, '00');
    const payer = await customerOf(checkout);
    expect(payer).not.toBe(other);
    expect(await retrieveCustomer(ctx, caller, payer)).toMatchObject({ phone: paying, email: null });
    expect(await retrieveCustomer(ctx, caller, other)).toMatchObject({ phone, email });
  });

  it('changes nothing for another merchant or mode', async () => {
    const others = [await makeCaller(ctx), { ...caller, mode: 'live' as const }];
    for (const other of others) await session({ customer_email: email }, other);
    const checkout = await session({ customer_email: email });
    await chooseAndPay(ctx, checkout, '00');
    const { rows } = await ctx.pool.query(
      'select phone from customers where email = $1 and phone is null and (merchant_id, mode) <> ($2, $3)',
      [email, caller.merchant_id, 'test'],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  it('has the same customer as 31 payments that are paid concurrently with the same number, half of them without the address', async () => {
    const checkouts = await Promise.all(
      Array.from({ length: 32 }, (_, index) => session(index % 2 === 0 ? { customer_email: email } : {})),
    );
    await Promise.all(checkouts.map((checkout) => chooseAndPay(ctx, checkout, '00')));
    await advance(ctx, 60_000);
    expect(new Set(await Promise.all(checkouts.map((checkout) => customerOf(checkout)))).size).toBe(1);
    expect(await count()).toBe(1);
  });
});

it('two payments with one address, paid by two numbers at the same time, belong to one customer each', async () => {
  const of_address = [await session({ customer_email: email }), await session({ customer_email: email })];
  const numbers = ['+2250548151600', '+2250504030200'];
  for (const [index, { token }] of of_address.entries()) {
    const choice = { operator: 'mtn_ci', phone: numbers[index] ?? '' };
    expect(await chooseOperator(ctx, customerWith(token), choice)).toBeNull();
  }
  await Promise.all(of_address.map(({ token }) => payCheckout(ctx, customerWith(token), { otp: null })));
  const customers = await Promise.all(of_address.map((one) => customerOf(one)));
  const phones = await Promise.all(
    customers.map(async (id) => (await retrieveCustomer(ctx, caller, id)).phone),
  );
  expect(phones).toEqual(numbers);
});

it('a payment that another one of its group moves to a different customer is only in the list of its own', async () => {
  await session({ customer_phone: phoneEnding('00') });
  const [merging, moved] = [
    await session({ customer_email: email }),
    await session({ customer_email: email }),
  ];
  // The customer of the second one entered a different address.
  await ctx.pool.query('update payments set customer_email = $2 where id = $1', [
    moved.payment_id,
    'kofi@shop.example',
  ]);
  const attempts = [
    await commitAttempt(ctx, merging, { digits: '00' }),
    await commitAttempt(ctx, moved, { digits: '02' }),
  ];
  await Promise.all(
    attempts.map((attempt) => {
      const money = { amount_minor: attempt.charged_minor, currency: asCurrency(attempt.currency) };
      const answer = { outcome: { kind: 'settled', money }, provider_reference: null, raw: null } as const;
      return applyOutcome(ctx, keyOf(attempt), answer, 'callback');
    }),
  );
  const kept = await customerOf(merging);
  expect(await retrieveCustomer(ctx, caller, kept)).toMatchObject({ phone: phoneEnding('00') });
  const other = await retrieveCustomer(ctx, caller, await customerOf(moved));
  expect(other).toMatchObject({ phone: phoneEnding('02') });
});
