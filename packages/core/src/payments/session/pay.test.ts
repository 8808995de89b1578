import type { CollectRequest } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  choose,
  chooseAndPay,
  makeCaller,
  makeCheckout,
  phoneEnding,
  setFees,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { findAttemptByReference, listAttempts } from '../attempt/queries.ts';
import { getPayment } from '../queries.ts';
import { cancelCheckout } from './cancel.ts';
import { expireCheckout } from './expire.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));

const pay = ({ token }: Checkout, otp: string | null = null): Promise<void> =>
  payCheckout(ctx, customerWith(token), { otp });
const readAttempts = ({ merchant_id, payment_id }: Checkout) => listAttempts(ctx.db, merchant_id, payment_id);

/** Makes a context whose sandbox passes each request to `onCollect` before it handles it. */
function withWitness(onCollect: (request: CollectRequest) => Promise<void>): TestContext {
  const real = sandboxOf(ctx);
  const collect: typeof real.collect = async (request, signal) => {
    await onCollect(request);
    return real.collect(request, signal);
  };
  return { ...ctx, connectors: new Map([['sandbox', { ...real, collect }]]) };
}

describe('paying', () => {
  it('requests the amount plus the fee, under a reference committed beforehand', async () => {
    const checkout = await makeCheckout(ctx, caller, { description: 'Order 7' });
    await choose(ctx, checkout, '00');
    const asked: CollectRequest[] = [];
    const seen: unknown[] = [];
    const witness = withWitness(async (request) => {
      asked.push(request);
      // These queries use a connection other than the one that opened the attempt.
      const attempt = await findAttemptByReference(ctx.db, request.reference);
      const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
      seen.push(attempt?.status, payment.status);
    });
    await payCheckout(witness, customerWith(checkout.token), { otp: '4711' });
    expect(seen).toEqual(['created', 'processing']);
    expect(asked).toEqual([
      {
        reference: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        operator: 'mtn_ci',
        phone: phoneEnding('00'),
        money: { amount_minor: 5100n, currency: 'XOF' },
        description: 'Order 7',
        otp: '4711',
        page_url: `http://localhost:3000/pay/${checkout.token}`,
        return_url: `http://localhost:3000/pay/${checkout.token}?returned=1`,
        session_expires_at: new Date('2040-03-01T10:30:00Z'),
      },
    ]);
  });

  it('saves the fee, operator and phone number with the attempt and the payment', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '10', 'wave_ci');
    const money = { amount_minor: 5000n, fee_minor: 50n, charged_minor: 5050n, operator: 'wave_ci' };
    const [attempt] = await readAttempts(checkout);
    expect(attempt).toMatchObject({
      ...money,
      number: 1,
      mode: 'test',
      connector: 'sandbox',
      phone: phoneEnding('10'),
      fee_percent: '1.0000',
      status: 'submitted',
    });
    const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(payment).toMatchObject({ ...money, status: 'processing', customer_phone: phoneEnding('10') });
  });

  it('keeps the phone number that the merchant gave, but charges the one that the customer entered', async () => {
    const checkout = await makeCheckout(ctx, caller, { customer_phone: '+2250707070707' });
    await chooseAndPay(ctx, checkout, '00');
    const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(payment.customer_phone).toBe('+2250707070707');
    expect((await readAttempts(checkout))[0]?.phone).toBe(phoneEnding('00'));
  });

  it('schedules a status inquiry in the transaction that opens the attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '10');
    const planned: unknown[] = [];
    const witness = withWitness(async () => {
      for (const { payload } of await listJobs(ctx, 'follow_attempt')) planned.push(payload);
    });
    await payCheckout(witness, customerWith(checkout.token), { otp: null });
    const [attempt] = await readAttempts(checkout);
    expect(planned).toEqual([{ merchant_id: checkout.merchant_id, attempt_id: attempt?.id }]);
  });

  it('charges the fee that was shown, even if the merchant has changed it since', async () => {
    const merchant = await makeCaller(ctx);
    await setFees(ctx, merchant, { mtn_ci: '2' });
    const checkout = await makeCheckout(ctx, merchant);
    await choose(ctx, checkout, '00');
    await setFees(ctx, merchant, { mtn_ci: '50' });
    await pay(checkout);
    const [attempt] = await readAttempts(checkout);
    expect(attempt).toMatchObject({ fee_minor: 100n, charged_minor: 5100n, fee_percent: '2.0000' });
  });
});

describe('a second attempt', () => {
  it('is not made while the first is open, however many requests arrive', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '10');
    let calls = 0;
    const witness = withWitness(async () => {
      calls++;
    });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => payCheckout(witness, customerWith(checkout.token), { otp: null })),
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals.map(({ reason }) => reason.code)).toEqual(Array(19).fill('payment_in_progress'));
    expect(calls).toBe(1);
    expect(await summarize(ctx, checkout)).toMatchObject({ attempts: ['submitted'] });
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success'],
      events: ['1 payment.successful'],
    });
  });

  it.each([
    ['submitted', '10'],
    ['unknown', '12'],
    ['paid in a different amount', '17'],
  ])('is not made while the first is %s', async (_, digits) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, digits);
    await expect(pay(checkout)).rejects.toMatchObject({ code: 'payment_in_progress', status: 409 });
    expect(await readAttempts(checkout)).toHaveLength(1);
  });

  it('is also refused by the database schema', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '10');
    const [attempt] = await readAttempts(checkout);
    if (!attempt) throw new Error('there is no attempt');
    const twin = {
      ...attempt,
      id: 'att_twin',
      number: 2,
      reference: crypto.randomUUID(),
      action: null,
      mismatch: null,
    };
    await expect(ctx.db.insertInto('attempts').values(twin).execute()).rejects.toMatchObject({
      constraint: 'attempts_one_open',
    });
  });

  it('is made with the saved choice after the first has failed', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    await pay(checkout);
    expect((await readAttempts(checkout)).map(({ number, status }) => [number, status])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
    ]);
  });

  it('clears the failure of the first', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    await chooseAndPay(ctx, checkout, '10');
    const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(payment).toMatchObject({
      status: 'processing',
      failure_reason: null,
      failure_operator_code: null,
    });
  });
});

describe('paying is refused', () => {
  it.each<[string, (checkout: Checkout) => Promise<unknown>, string]>([
    ['when nothing was chosen', async () => undefined, 'conflict'],
    ['when it is already paid', (checkout) => chooseAndPay(ctx, checkout, '00'), 'conflict'],
    [
      'when it was cancelled',
      async (checkout) => {
        await choose(ctx, checkout, '00');
        await cancelCheckout(ctx, customerWith(checkout.token));
      },
      'conflict',
    ],
    [
      'when the session was ended',
      async (checkout) => {
        await choose(ctx, checkout, '00');
        await expireCheckout(ctx, command, checkout.token);
      },
      'session_expired',
    ],
    [
      'when it failed and the session was ended',
      async (checkout) => {
        await chooseAndPay(ctx, checkout, '01');
        await expireCheckout(ctx, command, checkout.token);
      },
      'session_expired',
    ],
  ])('%s', async (_, prepare, code) => {
    const checkout = await makeCheckout(ctx, caller);
    await prepare(checkout);
    const before = await summarize(ctx, checkout);
    await expect(pay(checkout)).rejects.toMatchObject({ code });
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it('as soon as the session’s 30 minutes have passed, even before the expiry round', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '10');
    ctx.clock.advance(30 * 60_000);
    await expect(pay(checkout)).rejects.toMatchObject({ code: 'session_expired', status: 410 });
    expect(await readAttempts(checkout)).toEqual([]);
  });

  it('only once the session has ended: a millisecond earlier, paying still succeeds', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '00');
    ctx.clock.advance(30 * 60_000 - 1);
    await pay(checkout);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', late: false });
  });

  it('after 30 attempts at the payment, and nothing is sent', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '01');
    let calls = 0;
    const witness = withWitness(async () => {
      calls++;
    });
    const press = () => payCheckout(witness, customerWith(checkout.token), { otp: null });
    for (let attempts = 0; attempts < 30; attempts++) await press();
    const before = await summarize(ctx, checkout);
    await expect(press()).rejects.toMatchObject({ code: 'too_many_attempts', status: 409 });
    expect(calls).toBe(30);
    expect(await summarize(ctx, checkout)).toEqual(before);
    expect(before).toMatchObject({ payment: 'failed', session: 'active' });
  });

  it('when the merchant has disabled the operator after the customer chose it', async () => {
    const merchant = await makeCaller(ctx);
    await setFees(ctx, merchant, { mtn_ci: '2', wave_ci: '1' });
    const checkout = await makeCheckout(ctx, merchant);
    await choose(ctx, checkout, '00');
    await setFees(ctx, merchant, { mtn_ci: null });
    await expect(pay(checkout)).rejects.toMatchObject({ code: 'operator_unavailable', status: 409 });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'pending', attempts: [], events: [] });
  });

  it.each(['', 'short', 'x'.repeat(43), `${'x'.repeat(42)}\u0000`])('with the token %j', async (token) => {
    await expect(payCheckout(ctx, customerWith(token), { otp: null })).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});
