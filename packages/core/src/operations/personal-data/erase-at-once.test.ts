import { expect, it, onTestFinished, vi } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeCheckout, phoneEnding } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
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
