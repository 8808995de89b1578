import { beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { chooseAndPay } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { makeRefund, refundJob } from '../../../../../test-support/refunds.ts';
import { enterShift, makeCashier, makeTill, takePayment } from '../../../../../test-support/shifts.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { reverseSandboxObject } from '../../operations/sandbox/reverse.ts';
import { type CashierActor, service_actor } from '../../platform/actor/actor.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { findTaken } from './payments.ts';
import { showShift } from './show.ts';

let ctx: TestContext;
let caller: Caller;
let cashier: CashierActor;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});
beforeEach(async () => {
  const till = await makeTill(ctx, caller);
  cashier = (await enterShift(ctx, till.actor, await makeCashier(ctx, caller.merchant_id))).actor;
});

const sheet = () => showShift(ctx, commandOf(caller.merchant_id), cashier.shift_id);

/** Takes an amount, which the customer pays with a number that ends in these digits. */
async function sell(amount: string, digits: string, operator = 'mtn_ci') {
  const payment_id = await takePayment(ctx, cashier, amount);
  const taken = await findTaken(ctx, cashier, payment_id);
  const checkout = { merchant_id: caller.merchant_id, payment_id, token: taken?.token ?? '' };
  await chooseAndPay(ctx, checkout, digits, operator);
  return checkout;
}

describe('the sheet of a shift', () => {
  it('is empty before the first payment', async () => {
    expect(await sheet()).toMatchObject({
      ...{ payments: 0, amount: 0, open_payments: 0, open_amount: 0, refunded_amount: 0 },
      ...{ reversed_payments: 0, reversed_amount: 0, different_payments: 0, operators: [] },
    });
  });

  it('adds up what was paid by operator, without fees, and not what failed or was not paid yet', async () => {
    await sell('5000', '00');
    await sell('2500', '00');
    await sell('1000', '00', 'wave_ci');
    await sell('9000', '01');
    await takePayment(ctx, cashier, '4000');
    const { payments, amount, operators } = await sheet();
    expect([payments, amount]).toEqual([3, 8500]);
    expect(operators.map((one) => [one.operator, one.payments, one.amount])).toEqual([
      ['MTN MoMo', 2, 7500],
      ['Wave', 1, 1000],
    ]);
  });

  it('shows payments whose outcome is not known apart', async () => {
    await sell('5000', '00');
    await sell('7000', '22');
    expect(await sheet()).toMatchObject({
      ...{ payments: 1, amount: 5000, open_payments: 1, open_amount: 7000 },
      operators: [{ payments: 1, open_payments: 1, open_amount: 7000 }],
    });
  });

  it('shows refunds that have arrived, beside what was paid', async () => {
    const paid = await sell('5000', '00');
    const refund = await makeRefund(ctx, paid, { amount: 2000 });
    expect(await sheet()).toMatchObject({ amount: 5000, refunded_amount: 0 });
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    expect(await sheet()).toMatchObject({
      ...{ payments: 1, amount: 5000, refunded_amount: 2000 },
      operators: [{ amount: 5000, refunded_amount: 2000 }],
    });
  });

  it('no longer counts a payment that the operator reversed', async () => {
    await sell('5000', '00');
    const { payment_id } = await sell('2500', '00');
    await reverseSandboxObject(ctx, command, payment_id);
    expect(await sheet()).toMatchObject({
      ...{ payments: 1, amount: 5000, reversed_payments: 1, reversed_amount: 2500 },
      operators: [{ payments: 1, reversed_payments: 1, reversed_amount: 2500 }],
    });
  });

  it('names payments for which another amount arrived', async () => {
    await sell('5000', '17');
    expect(await sheet()).toMatchObject({ payments: 0, open_payments: 1, different_payments: 1 });
  });
});
