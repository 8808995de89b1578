import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@guichet/kernel/clock';
import type { Connector } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import {
  composeContext,
  makeTestContext,
  sandboxOf,
  type TestContext,
} from '../../../../test-support/context.ts';
import { summarize } from '../../../../test-support/payments.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import type { Context } from '../platform/context.ts';
import { retrievePayment, verifyPayment } from './retrieve.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

async function pay(digits: string, on: Context = ctx): Promise<Checkout> {
  const checkout = await makeCheckout(on, caller);
  await chooseAndPay(on, checkout, digits);
  return checkout;
}

/**
 * Makes a context whose sandbox counts the inquiries, both in total and concurrent ones, and may respond slowly.
 */
function withCount<C extends Context>(on: C, slow_ms = 0) {
  const real = sandboxOf(on);
  const counts = { all: 0, now: 0, at_once: 0 };
  const lookup: Connector['lookup'] = async (request, signal) => {
    counts.all++;
    counts.now++;
    counts.at_once = Math.max(counts.at_once, counts.now);
    if (slow_ms > 0) await setTimeout(slow_ms);
    counts.now--;
    return real.lookup(request, signal);
  };
  return { ctx: { ...on, connectors: new Map([['sandbox', { ...real, lookup }]]) }, counts };
}

const verbs = [
  ['retrieve', retrievePayment],
  ['verify', verifyPayment],
] as const;

describe.each(verbs)('%s', (_, verb) => {
  it.each(['00', '01', '12', '22'])('returns the merchant’s own payment (%s)', async (digits) => {
    const { payment_id } = await pay(digits);
    expect(await verb(ctx, caller, payment_id)).toMatchObject({
      id: payment_id,
      object: 'payment',
      amount: 5000,
    });
  });

  it('does not find a payment of another merchant or mode', async () => {
    const { payment_id } = await pay('12');
    const stranger = await makeCaller(ctx);
    const counted = withCount(ctx);
    for (const by of [stranger, { ...caller, mode: 'live' as const }]) {
      await expect(verb(counted.ctx, by, payment_id)).rejects.toMatchObject({
        code: 'payment_not_found',
        status: 404,
      });
    }
    // No inquiry is made about the payment.
    expect(counted.counts.all).toBe(0);
  });

  it.each([
    '',
    'pay_',
    'pay_01JD0Z5T8Q0000000000000000',
    'pay_01JD0Z5T8Q000000000000000',
    'att_01JD0Z5T8Q0000000000000000',
    'pay_01JD0Z5T8QILOU000000000000',
    'pay_01jd0z5t8q0000000000000000',
    'pay_01JD0Z5T8Q0000000000000000\n',
    'pay_\u0000',
    "' or 1=1 --",
    'x'.repeat(10_000),
  ])('does not find %j', async (id) => {
    await expect(verb(ctx, caller, id)).rejects.toMatchObject({ code: 'payment_not_found' });
  });
});

describe('retrieving', () => {
  it('makes no inquiry', async () => {
    const { payment_id } = await pay('12');
    const { ctx: counted, counts } = withCount(ctx);
    expect(await retrievePayment(counted, caller, payment_id)).toMatchObject({ status: 'processing' });
    expect(counts.all).toBe(0);
  });
});

describe('verifying', () => {
  it.each([
    ['12', 'success'],
    ['13', 'failed'],
    ['16', 'success'],
    ['22', 'processing'],
  ])('inquires about a payment that is processing: %s becomes %s', async (digits, status) => {
    const { payment_id } = await pay(digits);
    ctx.clock.advance(2000);
    expect(await verifyPayment(ctx, caller, payment_id)).toMatchObject({ status });
  });

  it.each(['00', '01'])('makes no inquiry about a payment that has ended (%s)', async (digits) => {
    const { payment_id } = await pay(digits);
    const { ctx: counted, counts } = withCount(ctx);
    await verifyPayment(counted, caller, payment_id);
    expect(counts.all).toBe(0);
  });

  it('makes one inquiry for twenty concurrent requests, which all get its result', async () => {
    const checkout = await pay('12');
    const { ctx: counted, counts } = withCount(ctx);
    const told = await Promise.all(
      Array.from({ length: 20 }, () => verifyPayment(counted, caller, checkout.payment_id)),
    );
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['success']));
    expect(counts.all).toBe(1);
    expect(await summarize(ctx, checkout)).toMatchObject({ events: ['1 payment.successful'] });
  });

  it('makes one inquiry for twenty concurrent requests, even when the operator is slow and has no outcome yet', async () => {
    // Real time has to pass here.
    const moving = composeContext(ctx.database, systemClock);
    const checkout = await pay('22', moving);
    // The inquiry takes longer than the minimum interval of one second between two inquiries.
    const { ctx: counted, counts } = withCount(moving, 1500);
    const told = await Promise.all(
      Array.from({ length: 20 }, () => verifyPayment(counted, caller, checkout.payment_id)),
    );
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['processing']));
    expect(counts).toEqual({ all: 1, now: 0, at_once: 1 });
  });
});
