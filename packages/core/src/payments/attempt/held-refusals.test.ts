import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { Connector } from '@guichet/operators/contract';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { listJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { commandFor, service_actor } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { refundHeld } from '../../transfers/refunds/refund-held.ts';
import { beginSending } from '../../transfers/send.ts';
import { getPayment } from '../queries.ts';
import { applyInquiryResult, applyOutcome } from './apply-outcome.ts';
import { inquireAboutAttempt } from './inquire.ts';
import { type Attempt, findAttempt } from './queries.ts';
import type { Via } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const failed: Outcome = { kind: 'failed', reason: 'wrong_pin', operator_code: 'E07' };
const less: Outcome = { kind: 'settled', money: { amount_minor: 4000n, currency: asCurrency('XOF') } };
const settled: Outcome = { kind: 'settled', money: { amount_minor: 5100n, currency: asCurrency('XOF') } };

const answerOf = (outcome: Outcome) => ({ outcome, provider_reference: 'op-1', raw: { kind: outcome.kind } });
const hear = (attempt: Attempt, outcome: Outcome, via: Via = 'callback'): Promise<void> =>
  applyOutcome(ctx, keyOf(attempt), answerOf(outcome), via);

let checkout: Checkout;
let attempt: Attempt;
beforeEach(async () => {
  checkout = await makeCheckout(ctx, caller);
  attempt = await commitAttempt(ctx, checkout);
  ctx.clock.advance(1000);
});

describe('money that arrived after a refusal and is held', () => {
  const asked_at = (): Date => new Date(ctx.clock.now().getTime() - 1);
  const held = {
    payment: 'processing',
    attempts: ['held'],
    events: ['1 payment.failed'],
    entries: ['suspense_received operator_clearing:sandbox 4000', 'suspense_received suspense -4000'],
  };

  it.each<[string, boolean, () => Promise<unknown>]>([
    ['the same callback, delivered again', true, () => hear(attempt, failed)],
    ['the response to the request, which is earlier', false, () => hear(attempt, failed, 'answer')],
    [
      'the result of an inquiry that began before the money arrived',
      true,
      () => {
        const answer = { ...answerOf(failed), asked_at: asked_at() };
        return applyInquiryResult(ctx, keyOf(attempt), answer, 'inquiry');
      },
    ],
  ])('is not changed by %s', async (_, isAsked, repeat) => {
    await hear(attempt, failed);
    await hear(attempt, less);
    await ctx.pool.query('delete from graphile_worker._private_jobs');
    await repeat();
    expect(await summarize(ctx, checkout)).toMatchObject(held);
    expect(await findAttempt(ctx.db, attempt.merchant_id, attempt.id)).toMatchObject({ needs_review: true });
    expect(await listJobs(ctx, 'second_look')).toHaveLength(isAsked ? 1 : 0);
  });

  it('is not moved by an inquiry during which it arrived', async () => {
    await hear(attempt, failed);
    const operator = ctx.connectors.get('sandbox') as Connector;
    const lookup = async () => {
      await hear(attempt, less);
      return answerOf(failed);
    };
    ctx.connectors.set('sandbox', { ...operator, lookup });
    onTestFinished(() => void ctx.connectors.set('sandbox', operator));
    const key = { merchant_id: attempt.merchant_id, attempt_id: attempt.id };
    expect(await inquireAboutAttempt(ctx, key, { also_ended: true })).toBe(true);
    expect(await summarize(ctx, checkout)).toMatchObject(held);
  });

  it('is removed from the books by an inquiry that began later', async () => {
    await hear(attempt, less);
    ctx.clock.advance(2);
    await applyInquiryResult(ctx, keyOf(attempt), { ...answerOf(failed), asked_at: asked_at() }, 'inquiry');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'failed', attempts: ['failed'] });
  });
});

it('a payment does not fail because of withdrawn money while another attempt is open', async () => {
  await hear(attempt, failed);
  const second = await commitAttempt(ctx, checkout, { operator: 'wave_ci' });
  await hear(attempt, less);
  await hear(attempt, failed, 'inquiry');
  expect(await summarize(ctx, checkout)).toMatchObject({
    payment: 'processing',
    attempts: ['failed', 'created'],
    events: ['1 payment.failed'],
  });
  const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
  expect(payment).toMatchObject({ received_minor: null, received_currency: null });
  await hear(second, settled, 'inquiry');
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', late: false });
});

describe('a refund of money that is not the merchant’s', () => {
  const more: Outcome = { kind: 'settled', money: { amount_minor: 6000n, currency: asCurrency('XOF') } };
  const job = () => ({ merchant_id: attempt.merchant_id, attempt_id: attempt.id });
  /** Records, as a person does, that the customer got the money in another way. */
  const settle = async () => {
    await ctx.pool.query('update attempts set needs_review = false where id = $1', [attempt.id]);
    await ctx.pool.query(
      `insert into resolutions (merchant_id, mode, object_type, object_id, payment_id, verdict, note, user_id, user_name, created_at)
       values ($1, 'test', 'attempt', $2, $3, 'settled', 'Paid in cash', 'stf_1', 'Awa', $4)`,
      [attempt.merchant_id, attempt.id, attempt.payment_id, ctx.clock.now()],
    );
  };
  beforeEach(async () => {
    const by = commandFor({ name: 'root' }, { ...caller, mode: 'test' });
    await updateMoneyChoices(ctx, by, { on_overpaid: 'refund_difference', on_underpaid: 'refund_all' });
  });

  it.each([
    ['the difference', more, 900n],
    ['all of it', less, 4000n],
  ])(
    'that fell due while the operator contradicted itself is made afterwards: %s',
    async (_, money, back) => {
      await hear(attempt, money);
      await hear(attempt, failed);
      // Its job finds the attempt under review, and ends.
      await refundHeld(ctx, service_actor, job());
      await ctx.pool.query('delete from graphile_worker._private_jobs');
      await hear(attempt, money, 'inquiry');
      const found = await findAttempt(ctx.db, attempt.merchant_id, attempt.id);
      expect(found).toMatchObject({ needs_review: false, unknown_cause: null });
      expect((await listJobs(ctx, 'refund_held')).map(({ payload }) => payload)).toEqual([job()]);
      await refundHeld(ctx, service_actor, job());
      const refunds = await listRefunds(ctx.db, attempt.merchant_id, attempt.payment_id);
      expect(refunds.map(({ amount_minor }) => amount_minor)).toEqual([back]);
    },
  );

  it.each([
    ['still needs review afterwards', false],
    ['needs none if a person has settled it in another way', true],
  ])('that failed while the operator contradicted itself %s', async (_, isSettled) => {
    await hear(attempt, more);
    await refundHeld(ctx, service_actor, job());
    const [refund] = await listRefunds(ctx.db, attempt.merchant_id, attempt.payment_id);
    if (!refund) throw new Error('there is no refund');
    await beginSending(ctx, refunds, refund);
    await applyTransferOutcome(ctx, refunds, refund, answerOf(failed), 'answer');
    if (isSettled) await settle();
    await hear(attempt, failed);
    await ctx.pool.query('delete from graphile_worker._private_jobs');
    await hear(attempt, more, 'inquiry');
    const found = await findAttempt(ctx.db, attempt.merchant_id, attempt.id);
    expect(found).toMatchObject({
      needs_review: !isSettled,
      unknown_cause: isSettled ? null : 'refund_failed',
    });
    expect(await listJobs(ctx, 'refund_held')).toEqual([]);
  });
});
