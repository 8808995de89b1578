import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { erasePerson } from '../../operations/personal-data/erase.ts';
import { findPayments } from '../../reads/payments/search/find.ts';

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

/** Compares the lists of all customers, as the dashboard shows them, with the payments. */
async function expectExactLists(): Promise<void> {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  const { merchant_id, mode } = caller;
  const { rows: payments } = await ctx.pool.query<{ id: string; customer_id: string | null }>(
    'select id, customer_id from payments where merchant_id = $1 and mode = $2 order by id desc',
    [merchant_id, mode],
  );
  for (const customer_id of new Set(payments.map((payment) => payment.customer_id ?? 'cus_none'))) {
    const request = { merchant_id, mode, customer_id, filter: {}, before: null, limit: 100 } as const;
    const { rows } = await findPayments(ctx.db, request);
    const meant = payments.filter((payment) => payment.customer_id === customer_id).map(({ id }) => id);
    expect(rows.map(({ id }) => id)).toEqual(meant);
  }
}

async function listOf(customer_id: string): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ payment_id: string }>(
    'select payment_id from customer_payments where customer_id = $1 order by 1',
    [customer_id],
  );
  return rows.map(({ payment_id }) => payment_id);
}

async function customerOf({ payment_id }: { readonly payment_id: string }): Promise<string> {
  const { rows } = await ctx.pool.query<{ id: string }>(
    'select customer_id as id from payments where id = $1',
    [payment_id],
  );
  return rows[0]?.id ?? 'none';
}

/** Locks a payment as another process does, until the returned function is called. */
async function hold(payment_id: string): Promise<() => Promise<unknown>> {
  const held = await ctx.pool.connect();
  onTestFinished(() => held.release(true));
  await held.query('begin');
  await held.query('select from payments where id = $1 for update', [payment_id]);
  return () => held.query('commit');
}

const phone = '+2250700000001';
const email = 'ama@shop.example';

it('a merge moves a payment that another transaction has locked a minute later, from list to list', async () => {
  const kept = await customerOf(await makeCheckout(ctx, caller, { customer_phone: phone }));
  const [locked, free] = [
    await makeCheckout(ctx, caller, { customer_email: email }),
    await makeCheckout(ctx, caller, { customer_email: email }),
  ];
  const gone = await customerOf(locked);
  const letGo = await hold(locked.payment_id);
  await makeCheckout(ctx, caller, { customer_phone: phone, customer_email: email });
  await letGo();
  expect(await listOf(gone)).toEqual([locked.payment_id]);
  expect(await listOf(kept)).toContain(free.payment_id);
  await expectExactLists();
  await advance(ctx, 60_000);
  expect(await listOf(gone)).toEqual([]);
  expect(await listOf(kept)).toContain(locked.payment_id);
  await expectExactLists();
});

it('an erasure empties the list of the person, and keeps those of others', async () => {
  const theirs = await makeCheckout(ctx, caller, { customer_phone: phone });
  // Known by the address, although the number of the person was entered too.
  const entered = await makeCheckout(ctx, caller, { customer_email: email });
  await ctx.pool.query('update payments set customer_phone = $1 where id = $2', [phone, entered.payment_id]);
  const others = await makeCheckout(ctx, caller, { customer_phone: '+2250700000002' });
  const [person, named, other] = [
    await customerOf(theirs),
    await customerOf(entered),
    await customerOf(others),
  ];
  await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
  expect([await listOf(person), await listOf(named)]).toEqual([[], []]);
  expect(await listOf(other)).toEqual([others.payment_id]);
  await expectExactLists();
});

/** Everything that changes a payment's customer, by the numbers of a phone and of an address. */
const actions = {
  byPhone: (number: number) => makeCheckout(ctx, caller, { customer_phone: phoneOf(number) }),
  byEmail: (number: number) => makeCheckout(ctx, caller, { customer_email: emailOf(number) }),
  byBoth: (number: number, other: number) =>
    makeCheckout(ctx, caller, { customer_phone: phoneOf(number), customer_email: emailOf(other) }),
  pay: async (_: number, other: number) =>
    payWith(await makeCheckout(ctx, caller, { customer_email: emailOf(other) }), '00'),
  payUnknown: async () => payWith(await makeCheckout(ctx, caller), '00'),
  payAgain: async (_: number, other: number) => {
    const checkout = await makeCheckout(ctx, caller, { customer_email: emailOf(other) });
    await payWith(checkout, '01');
    await payWith(checkout, '00');
  },
  // Refused if the person is unknown, or has money in flight.
  erase: (number: number) =>
    erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone: phoneOf(number) }).catch(
      expectCode('customer_not_found', 'conflict'),
    ),
};
/** Refused if the number that was chosen is erased before it pays. */
const payWith = (checkout: Checkout, digits: string) =>
  chooseAndPay(ctx, checkout, digits).catch(expectCode('conflict'));
const expectCode =
  (...codes: readonly string[]) =>
  (error: { readonly code?: string }) =>
    expect(codes).toContain(error.code);
const phoneOf = (number: number): string => (number === 0 ? '+2250504030200' : `+225070000001${number}`);
const emailOf = (number: number): string => `client${number}@shop.example`;

it('the lists are exact whatever happens at the same time', { timeout: 120_000 }, async () => {
  const action = fc.tuple(
    fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    fc.integer({ min: 0, max: 2 }),
    fc.integer({ min: 0, max: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 16 }), async (chosen) => {
      // Of its own: with those of all runs, a customer would have more payments than one page shows.
      caller = await makeCaller(ctx);
      const ended = await Promise.allSettled(
        chosen.map(([name, number, other]) => actions[name](number, other)),
      );
      expect(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([]);
      await expectExactLists();
      await advance(ctx, 60_000);
      await expectExactLists();
    }),
    { numRuns: 40 },
  );
});
