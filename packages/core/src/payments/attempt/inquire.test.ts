import { asCurrency } from '@guichet/kernel/currencies';
import type { Connector } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import {
  type Checkout,
  choose,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { ask_for_ms } from '../../operator-calls/inquiry-schedule.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { verifyPayment } from '../retrieve.ts';
import { payCheckout } from '../session/pay.ts';
import { applyOutcome } from './apply-outcome.ts';
import { followAttempt, inquireAboutAttempt } from './inquire.ts';
import { type Attempt, findAttempt, listAttempts } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));

/** Makes a context whose sandbox is partly replaced. */
function withSandbox(around: (real: Connector) => Partial<Connector>): TestContext {
  const real = sandboxOf(ctx);
  return { ...ctx, connectors: new Map([['sandbox', { ...real, ...around(real) }]]) };
}

async function read({ merchant_id, id }: Attempt): Promise<Attempt> {
  const row = await findAttempt(ctx.db, merchant_id, id);
  if (!row) throw new Error('the attempt is gone');
  return row;
}

async function firstAttempt({ merchant_id, payment_id }: Checkout): Promise<Attempt> {
  const [attempt] = await listAttempts(ctx.db, merchant_id, payment_id);
  if (!attempt) throw new Error('there is no attempt');
  return attempt;
}

describe('when a process dies', () => {
  it('before it calls the operator, the payment fails after a minute of "not found"', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['created'] });
    // "Not found" may still mean that the request is in flight.
    await advance(ctx, 30_000);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['unknown'] });
    expect((await read(attempt)).unknown_cause).toBe('not_found');
    ctx.clock.advance(31_000);
    await followAttempt(ctx, service_actor, keyOf(attempt));
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'failed',
      attempts: ['failed'],
      events: ['1 payment.failed'],
      entries: [],
    });
    expect((await listEvents(ctx, checkout))[0]?.data).toMatchObject({
      retryable: true,
      failure: { code: 'operator_down', operator_code: 'never_received' },
    });
  });

  it('after it has called the operator, the inquiry finds the money', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await choose(ctx, checkout, '00');
    // The operator took the money; its response was lost.
    const dying = withSandbox((real) => ({
      collect: async (request, signal) => {
        await real.collect(request, signal);
        throw new Error('the process is gone');
      },
    }));
    await payCheckout(dying, customerWith(checkout.token), { otp: null });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['unknown'] });
    expect((await firstAttempt(checkout)).unknown_cause).toBe('unreachable');
    await advance(ctx, 5000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success'],
      events: ['1 payment.successful'],
    });
  });

  it('while it is storing the response, the inquiry returns the outcome again', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout, { digits: '00', fee: '0' });
    const { reference, phone, charged_minor } = attempt;
    await sandboxOf(ctx).collect(
      {
        reference,
        phone,
        operator: 'mtn_ci',
        money: { amount_minor: charged_minor, currency: asCurrency('XOF') },
        description: '',
        otp: null,
        page_url: `${ctx.public_url}/pay/${checkout.token}`,
        return_url: `${ctx.public_url}/pay/${checkout.token}?returned=1`,
        session_expires_at: new Date(ctx.clock.now().getTime() + 1_800_000),
      },
      AbortSignal.timeout(1000),
    );
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['created'] });
    // No inquiry is made while the response to the call could still arrive.
    await advance(ctx, 14_000);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['created'] });
    await advance(ctx, 2000);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
  });
});

describe('an inquiry', () => {
  it('that fails leaves the payment unchanged, and is repeated', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    const broken = withSandbox(() => ({ lookup: () => Promise.reject(new Error('ECONNRESET')) }));
    ctx.clock.advance(3600);
    await followAttempt(broken, service_actor, keyOf(attempt));
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['unknown'] });
    expect(await read(attempt)).toMatchObject({ unknown_cause: 'unreachable', inquiries: 1 });
    expect(await listJobs(ctx, 'follow_attempt')).toHaveLength(1);
  });

  it('is made at most once a second, however many callers there are', async () => {
    const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller));
    const all = await Promise.all(Array.from({ length: 20 }, () => inquireAboutAttempt(ctx, keyOf(attempt))));
    expect(all.filter((isAsked) => isAsked)).toHaveLength(1);
    ctx.clock.advance(1000);
    expect(await inquireAboutAttempt(ctx, keyOf(attempt))).toBe(false);
    ctx.clock.advance(1);
    expect(await inquireAboutAttempt(ctx, keyOf(attempt))).toBe(true);
    expect((await read(attempt)).inquiries).toBe(2);
  });

  it.each(['success', 'failed'] as const)('is not made when the attempt is %s', async (status) => {
    const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller));
    await ctx.db.updateTable('attempts').set({ status }).where('id', '=', attempt.id).execute();
    expect(await inquireAboutAttempt(ctx, keyOf(attempt))).toBe(false);
    await dropJobs(ctx);
    await followAttempt(ctx, service_actor, keyOf(attempt));
    expect(await listJobs(ctx, 'follow_attempt')).toEqual([]);
  });

  it('about a missing attempt does nothing', async () => {
    await followAttempt(ctx, service_actor, { merchant_id: caller.merchant_id, attempt_id: 'att_none' });
    expect(await listJobs(ctx)).toEqual([]);
  });

  it.each([
    ['42', 'pending'],
    ['12', 'lost'],
  ])('is rescheduled when the response to the call arrives (%s: %s)', async (digits) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, digits);
    const [job] = await listJobs(ctx, 'follow_attempt');
    const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
    expect(wait_ms).toBeGreaterThanOrEqual(3000);
    expect(wait_ms).toBeLessThanOrEqual(3600);
  });

  it('has one job for each attempt, which follows the schedule', async () => {
    const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller), { digits: '10' });
    const waits_ms: number[] = [];
    for (let time = 0; time < 4; time++) {
      const jobs = await listJobs(ctx, 'follow_attempt');
      expect(jobs).toHaveLength(1);
      const wait_ms = (jobs[0]?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
      waits_ms.push(wait_ms);
      ctx.clock.advance(wait_ms);
      await followAttempt(ctx, service_actor, keyOf(attempt));
    }
    // The first inquiry waits for the response to the call; the others follow the schedule from that age.
    expect(waits_ms.shift()).toBe(15_000);
    const planned_ms = [10_000, 20_000, 40_000];
    const off = waits_ms.filter((wait_ms, index) => {
      const least_ms = planned_ms[index] ?? 0;
      return wait_ms < least_ms || wait_ms > least_ms * 1.2;
    });
    expect(off).toEqual([]);
  });

  it('is not postponed by the inquiries that a merchant causes by polling', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '22');
    const attempt = await firstAttempt(checkout);
    for (let time = 0; time < 20; time++) {
      ctx.clock.advance(1500);
      await verifyPayment(ctx, caller, checkout.payment_id);
    }
    expect((await read(attempt)).inquiries).toBe(20);
    ctx.clock.advance(1500);
    await followAttempt(ctx, service_actor, keyOf(attempt));
    const [job] = await listJobs(ctx, 'follow_attempt');
    const wait_ms = (job?.run_at.getTime() ?? 0) - ctx.clock.now().getTime();
    expect(wait_ms).toBeGreaterThanOrEqual(20_000);
    expect(wait_ms).toBeLessThanOrEqual(24_000);
  });
});

describe('an attempt whose outcome is unknown', () => {
  it('never fails because of its age: after three days it needs review, and is still open', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const attempt = await commitAttempt(ctx, checkout);
    const deaf = withSandbox(() => ({
      lookup: async () => ({
        outcome: { kind: 'unknown', cause: 'timeout' },
        provider_reference: null,
        raw: null,
      }),
    }));
    ctx.clock.advance(ask_for_ms - 1);
    await followAttempt(deaf, service_actor, keyOf(attempt));
    expect((await read(attempt)).needs_review).toBe(false);
    ctx.clock.advance(2 * 60 * 60 * 1000);
    await dropJobs(ctx);
    await followAttempt(deaf, service_actor, keyOf(attempt));
    expect(await read(attempt)).toMatchObject({ status: 'unknown', needs_review: true });
    expect(await listJobs(ctx, 'follow_attempt')).toEqual([]);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', events: [] });
    // The outcome may still arrive, and then no review is needed.
    const outcome = { kind: 'failed', reason: 'wrong_pin', operator_code: 'E07' } as const;
    await applyOutcome(ctx, keyOf(attempt), { outcome, provider_reference: null, raw: null }, 'callback');
    expect(await read(attempt)).toMatchObject({ status: 'failed', needs_review: false });
  });
});
