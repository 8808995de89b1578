import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import { balancesOf, makePayout, payoutJob } from '../../../../../test-support/payouts.ts';
import { makePaid, makeRefund, refundJob } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { reverseSandboxObject } from '../../operations/sandbox/reverse.ts';
import { customerWith, service_actor } from '../../platform/actor/actor.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { verifyPayment } from '../retrieve.ts';
import { payCheckout } from '../session/pay.ts';
import { applyOutcome } from './apply-outcome.ts';
import { type Attempt, listAttempts, markForReview } from './queries.ts';
import type { Via } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const xof = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('XOF') });
const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money: xof(5100n) };
const settled: Outcome = { kind: 'settled', money: xof(5100n) };

async function attemptOf({ merchant_id, payment_id }: Checkout, number = 1): Promise<Attempt> {
  const attempt = (await listAttempts(ctx.db, merchant_id, payment_id))[number - 1];
  if (!attempt) throw new Error('there is no such attempt');
  return attempt;
}

const hear = async (checkout: Checkout, outcome: Outcome, via: Via = 'callback', number = 1) => {
  const { merchant_id, payment_id, id: attempt_id } = await attemptOf(checkout, number);
  const answer = { outcome, provider_reference: 'op-1', raw: {} };
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, via);
};

const collected = [
  'collection operator_clearing:sandbox 5100',
  'collection merchant_balance -5000',
  'collection fees -100',
];
const taken_back = [
  'collection_reversed operator_clearing:sandbox -5100',
  'collection_reversed merchant_balance 5000',
  'collection_reversed fees 100',
];

describe('a paid payment that the operator reverses', () => {
  it.each(['callback', 'inquiry'] as const)('by %s has its booking reversed once', async (via) => {
    const checkout = await makePaid(ctx, caller);
    for (let round = 0; round < 3; round++) await hear(checkout, reversed, via);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      session: 'completed',
      attempts: ['reversed'],
      events: ['1 payment.successful', '2 payment.reversed'],
      entries: [...collected, ...taken_back],
    });
    expect((await listEvents(ctx, checkout)).at(-1)?.data).toMatchObject({
      status: 'reversed',
      paid_at: expect.any(String),
      reversal: { operator_code: 'R7', reversed_at: expect.any(String) },
    });
    expect(await verifyPayment(ctx, caller, checkout.payment_id)).toMatchObject({
      status: 'reversed',
      reversal: { operator_code: 'R7' },
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
  });

  it('makes the balance negative if its money was spent, and nothing can be spent from it', async () => {
    const checkout = await makePaid(ctx, caller);
    await sendTransfer(ctx, service_actor, {
      kind: payouts,
      job: payoutJob(await makePayout(ctx, caller, '00')),
    });
    await hear(checkout, reversed);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF -5000 available, 0 in flight']);
    await expect(makePayout(ctx, caller, '00', { amount: 1 })).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
  });

  it('cannot be paid again', async () => {
    const checkout = await makePaid(ctx, caller);
    await hear(checkout, reversed);
    await expect(payCheckout(ctx, customerWith(checkout.token), { otp: null })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await summarize(ctx, checkout)).toMatchObject({ attempts: ['reversed'] });
  });

  it('in part needs review, and no money moves', async () => {
    const checkout = await makePaid(ctx, caller);
    await hear(checkout, { ...reversed, money: xof(100n) });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', entries: collected });
    expect(await attemptOf(checkout)).toMatchObject({
      needs_review: true,
      unknown_cause: 'reversed_in_part',
    });
  });

  it('becomes paid again by a late success of another attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    await hear(checkout, { kind: 'reversed', operator_code: 'R7', money: null }, 'callback', 2);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'reversed' });
    await hear(checkout, settled, 'callback', 1);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success', 'reversed'],
      events: ['1 payment.failed', '2 payment.successful', '3 payment.reversed', '4 payment.successful'],
    });
  });

  it('stays reversed while another attempt is open, until that one pays it', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '22', 'wave_ci');
    await hear(checkout, settled, 'callback', 1);
    await hear(checkout, { kind: 'reversed', operator_code: 'R7', money: null }, 'callback', 1);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      attempts: ['reversed', 'submitted'],
    });
    const { charged_minor } = await attemptOf(checkout, 2);
    await hear(checkout, { kind: 'settled', money: xof(charged_minor) }, 'callback', 2);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['reversed', 'success'],
    });
  });

  it('and then reports as paid triggers an inquiry if reported by callback, needs review if reported by inquiry, and is paid by a person’s decision', async () => {
    const checkout = await makePaid(ctx, caller);
    await hear(checkout, reversed);
    await dropJobs(ctx);
    await hear(checkout, settled);
    const { id } = await attemptOf(checkout);
    expect(await listJobs(ctx, 'second_look')).toMatchObject([{ payload: { kind: 'attempt', id } }]);
    await hear(checkout, settled, 'inquiry');
    expect(await attemptOf(checkout)).toMatchObject({
      status: 'reversed',
      needs_review: true,
      unknown_cause: 'paid_after_reversal',
    });
    await hear(checkout, settled, 'person');
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      events: ['1 payment.successful', '2 payment.reversed', '3 payment.successful'],
      entries: [...collected, ...taken_back, ...collected],
    });
    // A callback may repeat the reversal that the person has overruled.
    await dropJobs(ctx);
    for (let round = 0; round < 2; round++) await hear(checkout, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
    expect(await listJobs(ctx, 'second_look')).toMatchObject([{ payload: { kind: 'attempt', id } }]);
    await hear(checkout, reversed, 'inquiry');
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      entries: [...collected, ...taken_back, ...collected, ...taken_back],
    });
  });

  it('can be simulated in the sandbox', async () => {
    const checkout = await makePaid(ctx, caller);
    await reverseSandboxObject(ctx, command, checkout.payment_id);
    await advance(ctx, 5_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      events: ['1 payment.successful', '2 payment.reversed'],
    });
    await expect(reverseSandboxObject(ctx, command, checkout.payment_id)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a payment that was refunded and is then reversed', () => {
  it.each([
    ['in full, by the provider, stays unchanged: the report means that refund', {}, null],
    ['in part needs review, and no money moves', { amount: 1000 }, 'reversed_after_refund'],
  ])('%s', async (_, fields, unknown_cause) => {
    const checkout = await makePaid(ctx, caller);
    await sendTransfer(ctx, service_actor, {
      kind: refunds,
      job: refundJob(await makeRefund(ctx, checkout, fields)),
    });
    const before = await summarize(ctx, checkout);
    await hear(checkout, reversed);
    expect(await summarize(ctx, checkout)).toEqual(before);
    expect(await attemptOf(checkout)).toMatchObject({ needs_review: unknown_cause !== null, unknown_cause });
    if (unknown_cause === null) return;
    await hear(checkout, reversed, 'person');
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      entries: [...before.entries, ...taken_back],
    });
    expect((await listEvents(ctx, checkout)).at(-1)?.data).toMatchObject({ refunded_amount: 1000 });
  });
});

describe('a duplicate that is reversed', () => {
  it('leaves the duplicates account, and the payment stays paid', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    await hear(checkout, settled, 'callback', 1);
    expect(await attemptOf(checkout)).toMatchObject({ duplicate: true, needs_review: true });
    await hear(checkout, reversed);
    const { payment, attempts, entries } = await summarize(ctx, checkout);
    expect([payment, attempts]).toEqual(['success', ['reversed', 'success']]);
    expect(entries.slice(-2)).toEqual([
      'duplicate_reversed operator_clearing:sandbox -5100',
      'duplicate_reversed duplicates 5100',
    ]);
    expect((await attemptOf(checkout)).needs_review).toBe(false);
  });
});

describe('an attempt that is reversed before its success was reported', () => {
  it.each([
    ['22', 'an open one fails the payment'],
    ['01', 'a failed one stays failed for the merchant'],
  ])('with a number ending in %s: %s', async (digits) => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, digits, 'mtn_ci');
    await hear(checkout, reversed);
    // The success arrives last.
    await hear(checkout, settled);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'failed',
      attempts: ['reversed'],
      events: ['1 payment.failed'],
      entries: [],
    });
  });
});

it('an attempt that was paid in the meantime is not flagged when the time for inquiries is over', async () => {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '22', 'mtn_ci');
  const open = await attemptOf(checkout);
  await hear(checkout, settled);
  expect(await markForReview(ctx.db, open)).toBe(false);
  expect(await attemptOf(checkout)).toMatchObject({ status: 'success', needs_review: false });
});
