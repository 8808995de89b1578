import { setTimeout } from 'node:timers/promises';
import type { Connector } from '@guichet/operators/contract';
import { beforeEach, expect, it } from 'vitest';
import { type Checkout, choose, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import type { LiveAnswer, LiveOperator } from '../../../../../test-support/live.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { withLiveOperator } from '../../../../../test-support/with-live-operator.ts';
import { awaitLateAnswers } from '../../operator-calls/late-answers.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { inquireAboutAttempt } from '../attempt/inquire.ts';
import { listAttempts } from '../attempt/queries.ts';
import { payCheckout } from './pay.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

let checkout: Checkout;
beforeEach(async () => {
  const caller = await makeCaller(ctx, 'live');
  checkout = await makeCheckout(ctx, caller);
  await live.addAccount(ctx, caller.merchant_id, { name: 'patient', services: [{}] });
  await choose(ctx, checkout, '00');
});

/** Pays through a connector whose response is the only report on a payment. */
function pay(answer_within_s: number): Promise<void> {
  const open = async (...at: Parameters<typeof ctx.accounts.open>): Promise<Connector> => ({
    ...(await ctx.accounts.open(...at)),
    answer_within_s: { collect: answer_within_s },
  });
  const patient = { ...ctx, accounts: { ...ctx.accounts, open } };
  return payCheckout(patient, customerWith(checkout.token), { otp: null });
}

async function status(): Promise<readonly (string | null)[]> {
  const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  const { payment } = await summarize(ctx, checkout);
  return [attempt?.status ?? null, attempt?.unknown_cause ?? null, payment];
}

it('the customer waits for ten seconds, and a response that arrives later is applied', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<LiveAnswer>();
  live.answer('patient', 'collect', () => answered);
  live.answer('patient', 'lookup', { kind: 'unknown', cause: 'not_found' });
  const started_ms = performance.now();
  await pay(60);
  expect(performance.now() - started_ms).toBeGreaterThan(9_900);
  expect(await status()).toEqual(['unknown', 'timeout', 'processing']);
  const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
  ctx.clock.advance(15_000);
  await inquireAboutAttempt(ctx, { merchant_id: checkout.merchant_id, attempt_id: attempt?.id ?? '' });
  expect(await status()).toEqual(['unknown', 'timeout', 'processing']);
  await setTimeout(1_000);
  answer({ kind: 'settled' });
  await awaitLateAnswers();
  expect(await status()).toEqual(['success', null, 'success']);
});

it('a response that arrives within ten seconds is applied before the customer is answered', async () => {
  live.answer('patient', 'collect', { kind: 'settled' });
  await pay(60);
  expect(await status()).toEqual(['success', null, 'success']);
});
