import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { decideSandboxPayment } from '../../operations/sandbox/decide.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { getPayment } from '../queries.ts';
import { listAttempts } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

/** Makes a first attempt with mtn_ci that fails after 1 s and succeeds after 5 s; the failure has arrived. */
async function failFirst(): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1500);
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', events: ['1 payment.failed'] });
  return checkout;
}

const mtn = [
  'collection operator_clearing:sandbox 5100',
  'collection merchant_balance -5000',
  'collection fees -100',
];
const wave = [
  'collection operator_clearing:sandbox 5050',
  'collection merchant_balance -5000',
  'collection fees -50',
];

describe('a second success of a payment', () => {
  it('is a duplicate when the second attempt has paid and the first then succeeds too', async () => {
    const checkout = await failFirst();
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toEqual({
      payment: 'success',
      late: false,
      session: 'completed',
      attempts: ['success', 'success'],
      events: ['1 payment.failed', '2 payment.successful', '3 payment.duplicate'],
      entries: [...wave, 'duplicate operator_clearing:sandbox 5100', 'duplicate duplicates -5100'],
    });
    const attempts = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(attempts.map(({ duplicate, needs_review }) => [duplicate, needs_review])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is a duplicate when the first succeeds while the second is open, which then succeeds too', async () => {
    const checkout = await failFirst();
    await chooseAndPay(ctx, checkout, '10', 'wave_ci');
    await advance(ctx, 5000);
    // The first money to arrive pays, with the fee of its own attempt.
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      session: 'completed',
      attempts: ['success', 'submitted'],
      entries: mtn,
    });
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success', 'success'],
      events: ['1 payment.failed', '2 payment.successful', '3 payment.duplicate'],
      entries: [...mtn, 'duplicate operator_clearing:sandbox 5050', 'duplicate duplicates -5050'],
    });
    const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(payment).toMatchObject({ operator: 'mtn_ci', fee_minor: 100n, charged_minor: 5100n });
    const told = (await listEvents(ctx, checkout)).at(-1);
    expect(told?.data).toMatchObject({
      ...{ operator: 'mtn_ci', fee: 100, charged_amount: 5100, received_amount: 5100 },
      duplicate: { operator: 'wave_ci', amount: 5050, currency: 'XOF' },
    });
  });

  it('does not happen when the second attempt fails after the first succeeded', async () => {
    const checkout = await failFirst();
    await chooseAndPay(ctx, checkout, '22', 'wave_ci');
    await advance(ctx, 5000);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', entries: mtn });
    await decideSandboxPayment(ctx, customerWith(checkout.token), 'refused');
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success', 'failed'],
      events: ['1 payment.failed', '2 payment.successful'],
      entries: mtn,
    });
  });
});

it('a payment belongs to the customer whose number has paid it, not to the one who tried last', async () => {
  const checkout = await failFirst();
  const { customer_id } = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
  await chooseAndPay(ctx, checkout, '22', 'wave_ci');
  const payer = { phone: phoneEnding('18'), id: customer_id };
  const read = async () => {
    const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
    return { phone: payment.customer_phone, id: payment.customer_id };
  };
  expect((await read()).phone).not.toBe(payer.phone);
  await advance(ctx, 5000);
  expect(await summarize(ctx, checkout)).toMatchObject({
    ...{ payment: 'success', attempts: ['success', 'submitted'] },
  });
  expect(await read()).toEqual(payer);
  expect((await listEvents(ctx, checkout)).at(-1)?.data).toMatchObject({ customer: payer });
});

describe('a failed payment', () => {
  it('is paid by its third attempt, once, with that attempt’s fee', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '06', 'wave_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    expect(await summarize(ctx, checkout)).toEqual({
      payment: 'success',
      late: false,
      session: 'completed',
      attempts: ['failed', 'failed', 'success'],
      events: ['1 payment.failed', '2 payment.failed', '3 payment.successful'],
      entries: wave,
    });
  });
});
