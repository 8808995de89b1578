import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { updateMoneyChoices } from '../../accounts/merchants/money-choices.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { commandFor, service_actor } from '../../platform/actor/actor.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { refundHeld } from '../../transfers/refunds/refund-held.ts';
import { applyOutcome } from './apply-outcome.ts';
import { type Attempt, listAttempts } from './queries.ts';
import type { Via } from './transition.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const settled = (amount_minor: bigint): Outcome => ({
  ...{ kind: 'settled', money: { amount_minor, currency: asCurrency('XOF') } },
});
const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };
const failed: Outcome = { kind: 'failed', reason: 'other', operator_code: 'E1' };

async function attemptOf({ merchant_id, payment_id }: Checkout, number: number): Promise<Attempt> {
  const attempt = (await listAttempts(ctx.db, merchant_id, payment_id))[number - 1];
  if (!attempt) throw new Error('there is no such attempt');
  return attempt;
}

async function hear(checkout: Checkout, number: number, outcome: Outcome, via: Via = 'callback') {
  const key = keyOf(await attemptOf(checkout, number));
  await applyOutcome(ctx, key, { outcome, provider_reference: 'op-1', raw: {} }, via);
}

/** Makes a payment that its first attempt has paid, and whose second attempt has taken 5,050 XOF too. */
async function makeTwice(): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '22', 'wave_ci');
  await hear(checkout, 1, settled(5100n));
  await hear(checkout, 2, settled(5050n));
  return checkout;
}

async function decide(checkout: Checkout, verdict: 'refund_all' | 'settled'): Promise<void> {
  const { id: object_id, payment_id } = await attemptOf(checkout, 2);
  const body = { object_id, verdict, note: 'Theirs' };
  await resolvePayment(ctx, makeStaff(caller.merchant_id, 'finance'), { id: payment_id, body });
}

async function makeChosen(): Promise<Checkout> {
  const by = commandFor({ name: 'root' }, { ...caller, mode: 'test' });
  await updateMoneyChoices(ctx, by, { on_paid_twice: 'refund_all' });
  return makeTwice();
}

async function makeDecided(): Promise<Checkout> {
  const checkout = await makeTwice();
  await decide(checkout, 'refund_all');
  return checkout;
}

/** Runs the job that refunds the duplicate, and removes all others. */
async function runJob(checkout: Checkout): Promise<void> {
  const { merchant_id, id: attempt_id } = await attemptOf(checkout, 2);
  await dropJobs(ctx);
  await refundHeld(ctx, service_actor, { merchant_id, attempt_id });
}

const refundsOf = async ({ merchant_id, payment_id }: Checkout) =>
  (await listRefunds(ctx.db, merchant_id, payment_id)).map(({ amount_minor, source }) => [
    amount_minor,
    source,
  ]);
const refunded = [[5050n, 'duplicates']];

describe.each([
  ['the merchant’s choice', makeChosen],
  ['a person', makeDecided],
])('a duplicate that is to be refunded by the decision of %s', (_, make) => {
  it('is refunded once its operator no longer contradicts itself', async () => {
    const checkout = await make();
    await hear(checkout, 2, failed);
    await runJob(checkout);
    expect(await refundsOf(checkout)).toEqual([]);
    await hear(checkout, 2, settled(5050n), 'inquiry');
    expect(await attemptOf(checkout, 2)).toMatchObject({ needs_review: false, unknown_cause: null });
    expect(await listJobs(ctx, 'refund_held')).toHaveLength(1);
    await runJob(checkout);
    expect(await refundsOf(checkout)).toEqual(refunded);
  });

  it.each([
    ['before', [1, 2]],
    ['after', [2, 1]],
  ])('does not pay the payment that is reversed %s that', async (_when, order) => {
    const checkout = await make();
    await hear(checkout, 2, failed);
    await runJob(checkout);
    for (const number of order) {
      if (number === 1) await hear(checkout, 1, reversed);
      else await hear(checkout, 2, settled(5050n), 'inquiry');
    }
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'reversed' });
    expect(await attemptOf(checkout, 2)).toMatchObject({ duplicate: true, needs_review: false });
    await runJob(checkout);
    expect(await refundsOf(checkout)).toEqual(refunded);
  });
});

describe('a duplicate whose operator no longer contradicts itself', () => {
  const doubt = async (checkout: Checkout) => {
    await hear(checkout, 2, failed);
    expect(await attemptOf(checkout, 2)).toMatchObject({ unknown_cause: 'failed_after_success' });
    await dropJobs(ctx);
    await hear(checkout, 2, settled(5050n), 'inquiry');
  };

  it('still needs review if no decision was made, and can then pay the payment', async () => {
    const checkout = await makeTwice();
    await doubt(checkout);
    expect(await attemptOf(checkout, 2)).toMatchObject({ needs_review: true, unknown_cause: null });
    expect(await listJobs(ctx, 'refund_held')).toEqual([]);
    await hear(checkout, 1, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
  });

  it('stays settled if a person has settled it, and does not make the payment succeed', async () => {
    const checkout = await makeTwice();
    await decide(checkout, 'settled');
    await doubt(checkout);
    expect(await attemptOf(checkout, 2)).toMatchObject({ needs_review: false, unknown_cause: null });
    await hear(checkout, 1, reversed);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'reversed' });
    expect(await listJobs(ctx, 'refund_held')).toEqual([]);
  });

  it('needs no review once all of it is refunded', async () => {
    const checkout = await makeDecided();
    await advance(ctx, 60_000);
    expect(await refundsOf(checkout)).toEqual(refunded);
    await doubt(checkout);
    expect(await attemptOf(checkout, 2)).toMatchObject({ needs_review: false, unknown_cause: null });
    expect(await listJobs(ctx, 'refund_held')).toEqual([]);
  });
});
