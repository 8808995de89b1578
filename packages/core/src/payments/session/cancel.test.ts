import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import type { IdempotencyKey } from '../../platform/idempotency/run-idempotently.ts';
import { cancelCheckout, cancelDirectly } from './cancel.ts';
import { describeCheckout } from './describe.ts';
import { expireCheckout, expireSessions } from './expire.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const cancel = ({ token }: Checkout): Promise<void> => cancelCheckout(ctx, customerWith(token));
const cancelled = {
  payment: 'cancelled',
  late: false,
  session: 'cancelled',
  attempts: [],
  events: ['1 payment.cancelled'],
  entries: [],
};

describe('cancelling', () => {
  it('ends session and payment, and notifies the merchant', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await cancel(checkout);
    expect(await summarize(ctx, checkout)).toEqual(cancelled);
    expect((await listEvents(ctx, checkout))[0]?.data).toMatchObject({
      status: 'cancelled',
      retryable: false,
    });
  });

  it('takes effect once when requested repeatedly or concurrently', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await Promise.all(Array.from({ length: 10 }, () => cancel(checkout)));
    await cancel(checkout);
    expect(await summarize(ctx, checkout)).toEqual(cancelled);
  });

  it('cancels a failed payment', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    await cancel(checkout);
    expect(await summarize(ctx, checkout)).toEqual({
      ...cancelled,
      attempts: ['failed'],
      events: ['1 payment.failed', '2 payment.cancelled'],
    });
  });

  it.each(['10', '12', '17'])('is refused while an attempt is open (%s)', async (digits) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, digits);
    const before = await summarize(ctx, checkout);
    await expect(cancel(checkout)).rejects.toMatchObject({ code: 'payment_in_progress', status: 409 });
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it('is refused when the payment is already paid', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '00');
    await expect(cancel(checkout)).rejects.toMatchObject({ code: 'conflict', status: 409 });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', session: 'completed' });
  });

  it.each<[string, (checkout: Checkout) => Promise<unknown>]>([
    ['was ended', ({ token }) => expireCheckout(ctx, command, token)],
    ['has run out, before any sweep', async () => ctx.clock.advance(30 * 60_000)],
  ])('is refused when the session %s', async (_, end) => {
    const checkout = await makeCheckout(ctx, caller);
    await end(checkout);
    const before = await summarize(ctx, checkout);
    await expect(cancel(checkout)).rejects.toMatchObject({ code: 'session_expired', status: 410 });
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it('is refused for an unknown session', async () => {
    await expect(cancelCheckout(ctx, customerWith('x'.repeat(43)))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});

describe('cancelling without the hosted page', () => {
  const cancelOnce = ({ token }: Checkout, once: IdempotencyKey | null, body?: unknown) =>
    cancelDirectly(ctx, customerWith(token), body, once);
  const once: IdempotencyKey = { key: 'k', request_hash: Buffer.from('cancel') };

  it('returns the resulting session, including the second time', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const first = await cancelOnce(checkout, null);
    expect(first).toMatchObject({
      replayed: false,
      value: { status: 'cancelled', payment: { status: 'cancelled', retryable: false } },
    });
    expect(first.value).toEqual(await describeCheckout(ctx, customerWith(checkout.token)));
    expect(await cancelOnce(checkout, null, {})).toEqual(first);
    ctx.clock.advance(60 * 60_000);
    expect(await cancelOnce(checkout, null)).toEqual(first);
    expect(await summarize(ctx, checkout)).toEqual(cancelled);
  });

  it('with an idempotency key always returns the first response', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const results = await Promise.all(Array.from({ length: 10 }, () => cancelOnce(checkout, once)));
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(results.map(({ value }) => JSON.stringify(value))).size).toBe(1);
    const reused = cancelOnce(checkout, { ...once, request_hash: Buffer.from('other') });
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('stores no keys once the session is cancelled, but still returns the stored response', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const first = await cancelOnce(checkout, once);
    for (let number = 0; number < 10; number++) {
      const again = await cancelOnce(checkout, { ...once, key: `k${number}` });
      expect(again).toEqual({ value: first.value, replayed: false });
    }
    const { rows } = await ctx.pool.query('select key from idempotency_keys where object_id = $1', [
      checkout.payment_id,
    ]);
    expect(rows).toEqual([{ key: 'k' }]);
    expect(await cancelOnce(checkout, once)).toEqual({ value: first.value, replayed: true });
  });

  it('stores nothing when it is refused', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '02');
    await expect(cancelOnce(checkout, once)).rejects.toMatchObject({ code: 'payment_in_progress' });
    await advance(ctx, 60_000);
    expect(await cancelOnce(checkout, once)).toMatchObject({
      replayed: false,
      value: { status: 'cancelled' },
    });
  });

  it.each([{ reason: 'too dear' }, [], 'no'])('rejects %j', async (body) => {
    const checkout = await makeCheckout(ctx, caller);
    await expect(cancelOnce(checkout, null, body)).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'pending' });
  });
});

describe('after cancelling', () => {
  it('money that arrives anyway is booked, and reported as late', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '18');
    await advance(ctx, 1500);
    await cancel(checkout);
    await advance(ctx, 60_000);
    expect(await summarize(ctx, checkout)).toEqual({
      payment: 'success',
      late: true,
      session: 'cancelled',
      attempts: ['success'],
      events: ['1 payment.failed', '2 payment.cancelled', '3 payment.successful'],
      entries: ['collection operator_clearing:sandbox 5000', 'collection merchant_balance -5000'],
    });
    expect((await listEvents(ctx, checkout)).at(-1)?.data).toMatchObject({ status: 'success', late: true });
  });

  it('the passing of time changes nothing', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await cancel(checkout);
    ctx.clock.advance(60 * 60_000);
    await expireSessions(ctx, service_actor);
    expect(await summarize(ctx, checkout)).toEqual(cancelled);
  });
});

describe('concurrent payment and cancellation', () => {
  it('end with exactly one of the two, fully applied', async () => {
    const ends = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const checkout = await makeCheckout(ctx, caller);
        await chooseAndPay(ctx, checkout, '01');
        const [paid, gave_up] = await Promise.allSettled([
          payCheckout(ctx, customerWith(checkout.token), { otp: null }),
          cancel(checkout),
        ]);
        const { payment, session, attempts } = await summarize(ctx, checkout);
        return { paid: paid.status, gave_up: gave_up.status, payment, session, attempts: attempts.length };
      }),
    );
    const allowed = [
      { paid: 'rejected', gave_up: 'fulfilled', payment: 'cancelled', session: 'cancelled', attempts: 1 },
      { paid: 'fulfilled', gave_up: 'rejected', payment: 'failed', session: 'active', attempts: 2 },
      // Cancelled after the second attempt had failed as well.
      { paid: 'fulfilled', gave_up: 'fulfilled', payment: 'cancelled', session: 'cancelled', attempts: 2 },
    ];
    expect(ends.filter((end) => !allowed.some((one) => JSON.stringify(one) === JSON.stringify(end)))).toEqual(
      [],
    );
  });
});
