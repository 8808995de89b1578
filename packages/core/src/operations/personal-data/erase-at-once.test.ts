import { expect, it, onTestFinished, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { erasePerson } from './erase.ts';

// Each test searches many tables.
vi.setConfig({ testTimeout: 60_000 });

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const phone = phoneEnding('00');

/** Locks a payment as another process does. */
async function hold(payment_id: string) {
  const held = await ctx.pool.connect();
  onTestFinished(() => held.release(true));
  await held.query('begin');
  await held.query('select from payments where id = $1 for update', [payment_id]);
  return held;
}

it('an erasure and a payment that starts meanwhile do not wait for each other', async () => {
  const first = await makeCheckout(ctx, caller, { customer_phone: phone });
  const paying = await hold(first.payment_id);
  const erasure = erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
  await untilWaiting(ctx.database, 1, 'payments');
  const second = await makeCheckout(ctx, caller, { customer_phone: phone });
  const starting = await hold(second.payment_id);
  await paying.query('commit');
  await untilWaiting(ctx.database, 1, 'payments');
  await starting.query('select from customers where merchant_id = $1 for update', [caller.merchant_id]);
  await starting.query('commit');
  expect(await erasure).toMatchObject({ erased: { customers: 1, payments: 2 } });
});

it.each([
  [
    'created',
    async () => {
      const { payment_id } = await makeCheckout(ctx, caller, {
        customer_phone: phoneEnding('00'),
        customer_email: 'awa@shop.example',
      });
      return payment_id;
    },
  ],
  [
    'paid',
    async () => {
      const checkout = await makeCheckout(ctx, caller);
      await chooseAndPay(ctx, checkout, '00');
      return checkout.payment_id;
    },
  ],
])(
  'nothing of the person is left in a payment that is %s during the erasure, a minute later',
  async (_, act) => {
    await makeCheckout(ctx, caller, { customer_phone: phone });
    const held = await ctx.pool.connect();
    onTestFinished(() => held.release(true));
    await held.query('begin; lock table api_requests in access exclusive mode');
    const erasure = erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    await untilWaiting(ctx.database, 1, 'api_requests');
    const id = await act();
    await held.query('commit');
    expect(await erasure).toMatchObject({ erased: { customers: 1, payments: 1 } });
    await advance(ctx, 62_000);
    const payments = await ctx.pool.query('select * from payments where id = $1', [id]);
    expect(payments.rows).toMatchObject([{ customer_id: null, customer_phone: null, customer_email: null }]);
    const attempts = await ctx.pool.query('select phone from attempts where payment_id = $1', [id]);
    expect(attempts.rows.map((row) => row.phone)).not.toContain(phone);
    const sessions = await ctx.pool.query(
      'select chosen_phone from checkout_sessions where payment_id = $1',
      [id],
    );
    expect(sessions.rows).toEqual([{ chosen_phone: null }]);
  },
);
