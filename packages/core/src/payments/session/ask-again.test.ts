import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { Connector } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  chooseAndPay,
  makeCaller,
  makeCheckout,
} from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { listAttempts } from '../attempt/queries.ts';
import { askAgain, askAgainAt } from './ask-again.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/** The sandbox's answer to `22` is a prompt until a person decides. MTN's requests live for five minutes. */
async function pay(waited_ms = 300_000): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '22', 'mtn_ci');
  ctx.clock.advance(waited_ms);
  return checkout;
}

/** Makes a context whose operator answers inquiries with an outcome, and counts them and the requests for money. */
function answering(outcome?: Outcome) {
  const real = sandboxOf(ctx);
  const asked: string[] = [];
  const connector: Connector = {
    ...real,
    collect: async (request, signal) => {
      asked.push('collect');
      return real.collect(request, signal);
    },
    lookup: async (request, signal) => {
      asked.push('inquire');
      if (!outcome) return real.lookup(request, signal);
      return { outcome, provider_reference: null, raw: null };
    },
  };
  return { asked, with: { ...ctx, connectors: new Map([['sandbox', connector]]) } };
}

const failed = (reason: 'payer_timeout' | 'payer_cancelled' | 'insufficient_funds'): Outcome => ({
  ...{ kind: 'failed', reason, operator_code: 'E1' },
});

describe('asking again for a request that the customer does not see', () => {
  it.each([
    ['is still open', { kind: 'pending', action: null }, 'still_open', 'processing'],
    ['is unknown', { kind: 'unknown' }, 'still_open', 'processing'],
    ['has timed out', failed('payer_timeout'), 'unanswered', 'failed'],
    ['was cancelled', failed('payer_cancelled'), 'unanswered', 'failed'],
    ['was refused', failed('insufficient_funds'), 'ended', 'failed'],
  ] as const)('sends nothing if it %s', async (_, outcome, said, payment) => {
    const checkout = await pay();
    const operator = answering(outcome as Outcome);
    expect(await askAgain(operator.with, customerWith(checkout.token))).toBe(said);
    expect(operator.asked).toEqual(['inquire']);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment,
      attempts: [payment === 'failed' ? 'failed' : expect.stringMatching(/submitted|unknown/)],
    });
  });

  it('finds a payment that has arrived', async () => {
    const checkout = await pay();
    const { charged } = await chargedOf(checkout);
    const operator = answering({ kind: 'settled', money: charged });
    expect(await askAgain(operator.with, customerWith(checkout.token))).toBe('ended');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
  });

  it('asks nothing as long as the request may still appear', async () => {
    const checkout = await pay(299_000);
    const operator = answering(failed('payer_timeout'));
    expect(await askAgain(operator.with, customerWith(checkout.token))).toBe('too_soon');
    expect(operator.asked).toEqual([]);
  });

  it('asks once when there are many concurrent clicks, none of which sends anything', async () => {
    const checkout = await pay();
    const operator = answering({ kind: 'pending', action: null });
    const said = await Promise.all(
      Array.from({ length: 8 }, () => askAgain(operator.with, customerWith(checkout.token))),
    );
    expect(new Set(said)).toEqual(new Set(['still_open']));
    expect(operator.asked).toEqual(['inquire']);
  });

  it('asks nothing about a payment without an open attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    expect(await askAgain(ctx, customerWith(checkout.token))).toBe('ended');
    await expect(askAgain(ctx, customerWith('none'))).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it.each([
    ['mtn_ci', 300],
    ['mpesa_ke', 60],
    ['moov_ci', 180],
    ['gone_xx', 180],
  ])('is possible at %s after %d s', (operator, lives_s) => {
    const created_at = new Date('2026-07-25T14:00:00Z');
    expect(askAgainAt({ operator, created_at }).getTime() - created_at.getTime()).toBe(lives_s * 1000);
  });
});

async function chargedOf({ merchant_id, payment_id }: Checkout) {
  const [attempt] = await listAttempts(ctx.db, merchant_id, payment_id);
  if (!attempt) throw new Error('the attempt is gone');
  return { charged: { amount_minor: attempt.charged_minor, currency: asCurrency(attempt.currency) } };
}
