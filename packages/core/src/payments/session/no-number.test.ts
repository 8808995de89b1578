import { describe, expect, it } from 'vitest';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import type { LiveOperator } from '../../../../../test-support/live.ts';
import { makeRefund, readRefund } from '../../../../../test-support/refunds.ts';
import { withLiveOperator } from '../../../../../test-support/with-live-operator.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { decideSandboxPayment } from '../../operations/sandbox/decide.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { listAttempts } from '../attempt/queries.ts';
import { findPaymentById } from '../queries.ts';
import { chooseOperator } from './choose.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

async function payWithout(caller: Caller, operator: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  const actor = customerWith(checkout.token);
  expect(await chooseOperator(ctx, actor, { operator, phone: '' })).toBeNull();
  await payCheckout(ctx, actor, { otp: null });
  return checkout;
}
const attemptsOf = ({ merchant_id, payment_id }: Checkout) => listAttempts(ctx.db, merchant_id, payment_id);

describe('a payment without a number', () => {
  it('opens the sandbox’s own page in test mode, has no customer, and can be refunded', async () => {
    const caller = await makeCaller(ctx);
    await setFees(ctx, caller, { wave_ci: '1' });
    const checkout = await payWithout(caller, 'wave_ci');
    expect(await attemptsOf(checkout)).toMatchObject([
      { phone: '', status: 'submitted', action: { kind: 'redirect' } },
    ]);
    await decideSandboxPayment(ctx, customerWith(checkout.token), 'approved');
    await advance(ctx, 1500);
    expect(await findPaymentById(ctx.db, checkout.payment_id)).toMatchObject({
      status: 'success',
      customer_phone: null,
      customer_id: null,
    });
    const refund = await makeRefund(ctx, checkout);
    await advance(ctx, 5000);
    expect(await readRefund(ctx, refund)).toMatchObject({ method: 'refund', status: 'success', phone: '' });
  });

  it('keeps the customer of a number that was entered before', async () => {
    const caller = await makeCaller(ctx);
    await setFees(ctx, caller, { wave_ci: '1', mtn_ci: '0' });
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    await advance(ctx, 1500);
    const before = await findPaymentById(ctx.db, checkout.payment_id);
    expect(before).toMatchObject({ status: 'failed', customer_phone: '+2250504030201' });
    const actor = customerWith(checkout.token);
    await chooseOperator(ctx, actor, { operator: 'wave_ci', phone: '' });
    await payCheckout(ctx, actor, { otp: null });
    await decideSandboxPayment(ctx, actor, 'approved');
    await advance(ctx, 1500);
    const { customer_phone, customer_id } = before ?? {};
    expect(await findPaymentById(ctx.db, checkout.payment_id)).toMatchObject({
      status: 'success',
      customer_phone,
      customer_id,
    });
  });

  it('is sent in live mode only through an account that needs none', async () => {
    const caller = await makeCaller(ctx, 'live');
    const add = (name: string, needs_number: boolean) =>
      live.addAccount(ctx, caller.merchant_id, { name, services: [{ operator: 'wave_ci', needs_number }] });
    await add('asks', true);
    const checkout = await makeCheckout(ctx, caller);
    const choice = { operator: 'wave_ci', phone: '' };
    expect(await chooseOperator(ctx, customerWith(checkout.token), choice)).toEqual({ phone: 'missing' });
    ctx.clock.advance(1);
    const account_id = await add('asks-nothing', false);
    expect(await attemptsOf(await payWithout(caller, 'wave_ci'))).toMatchObject([{ account_id, phone: '' }]);
    expect(live.calls.filter(({ account }) => account.startsWith('asks'))).toMatchObject([
      { account: 'asks-nothing', body: { phone: '' } },
    ]);
  });
});
