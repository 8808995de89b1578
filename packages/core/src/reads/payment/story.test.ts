import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs } from '../../../../../test-support/jobs.ts';
import { makePayer, makePayout, payoutJob } from '../../../../../test-support/payouts.ts';
import { makeSeller } from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { resolvePayout } from '../../operations/review/resolve-payout.ts';
import { markForReview } from '../../payments/attempt/queries.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { updateFacts } from '../../transfers/queries.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { showStaffPayout } from '../payout/get.ts';
import { showPaymentDetail } from './get.ts';
import { tellStory } from './tell-story.ts';

/** The clock of this context does not advance, so that everything happens at the same time. */
let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  caller = await makeSeller(ctx);
});

const actor = (): StaffActor => ({
  ...{ kind: 'staff', user_id: 'stf_1', name: 'Awa', email: 'awa@shop.example', role: 'owner' },
  ...{ address: '127.0.0.1', request_id: 'req', merchant_id: caller.merchant_id, mode: 'test' },
});

/** Reads the items of a payment's timeline, by position. */
async function readStory({ payment_id }: Checkout): Promise<string[]> {
  const { changes, attempts, resolutions } = await showPaymentDetail(ctx, actor(), payment_id);
  const moments = [
    ...changes.map(({ position, event, at }) => ({ position, at, words: `payment ${event}` })),
    ...attempts.flatMap(({ number, changes: tried }) =>
      tried.map(({ position, event, at }) => ({ position, at, words: `attempt ${number} ${event}` })),
    ),
    ...resolutions.map(({ position, verdict, created_at: at }) => ({ position, at, words: verdict })),
  ].toSorted((one, other) => one.position - other.position);
  expect(moments.map(({ position }) => position)).toEqual(moments.map((_, index) => index));
  expect(new Set(moments.map(({ at }) => new Date(at).getTime()))).toEqual(new Set([start.getTime()]));
  return moments.map(({ words }) => words);
}

describe('a timeline of events with equal times shows', () => {
  it('a failure, then a second attempt, then its success', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await chooseAndPay(ctx, checkout, '00', 'wave_ci');
    expect(await readStory(checkout)).toEqual([
      'payment attempt_opened',
      'attempt 1 refused',
      'payment attempt_failed',
      'payment attempt_opened',
      'attempt 2 settled',
      'payment attempt_succeeded',
    ]);
  });

  it('the prompt on the phone after the start of the attempt', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '22');
    expect(await readStory(checkout)).toEqual(['payment attempt_opened', 'attempt 1 accepted']);
  });

  it.each([
    ['paid', 'settled', 'payment attempt_succeeded'],
    ['not_paid', 'refused', 'payment attempt_failed'],
  ])('a resolution (%s) before its consequences', async (verdict, event, end) => {
    const checkout = await makeCheckout(ctx, caller);
    const { id: object_id } = await commitAttempt(ctx, checkout);
    await markForReview(ctx.db, { merchant_id: caller.merchant_id, id: object_id });
    const said = { object_id, verdict, note: 'Rang the operator', proof: 'Receipt 77' };
    await resolvePayment(ctx, actor(), { id: checkout.payment_id, body: said });
    expect(await readStory(checkout)).toEqual(['payment attempt_opened', verdict, `attempt 1 ${event}`, end]);
  });

  it('a payout’s resolution before its consequences', async () => {
    caller = await makePayer(ctx);
    const payout = await makePayout(ctx, caller, '22');
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    await updateFacts(ctx.db, payouts, payout, { needs_review: true });
    await resolvePayout(ctx, actor(), {
      id: payout.id,
      body: { verdict: 'not_paid', note: 'Rang the operator' },
    });
    const { transitions, resolutions } = await showStaffPayout(ctx, actor(), payout.id);
    const moments = [
      ...transitions.map(({ position, event }) => ({ position, words: event })),
      ...resolutions.map(({ position, verdict }) => ({ position, words: verdict })),
    ].toSorted((one, other) => one.position - other.position);
    expect(moments.map(({ words }) => words)).toEqual(['sending', 'not_paid', 'refused']);
  });
});

it('the change of account comes after the first account has refused, and before the second accepts', () => {
  const row = { merchant_id: 'mer_1', created_at: start };
  const change = (sequence: number, event: string, attempt_id: string) => ({
    ...{ ...row, payment_id: 'pay_1', sequence, event, attempt_id },
    ...({ from_status: 'processing', to_status: 'processing' } as const),
  });
  const tried = (sequence: number, attempt_id: string, event: string) => ({
    ...{ ...row, attempt_id, sequence, event, via: 'answer', raw: null },
    ...({ from_status: 'created', to_status: 'submitted' } as const),
  });
  const story = tellStory(
    [
      change(1, 'attempt_opened', 'att_1'),
      change(2, 'account_changed', 'att_2'),
      change(3, 'attempt_succeeded', 'att_2'),
    ],
    [tried(7, 'att_1', 'refused'), tried(8, 'att_2', 'accepted'), tried(9, 'att_2', 'settled')],
  );
  expect(story.map(({ attempt_id, event }) => `${attempt_id} ${event}`)).toEqual([
    'att_1 attempt_opened',
    'att_1 refused',
    'att_2 account_changed',
    'att_2 accepted',
    'att_2 settled',
    'att_2 attempt_succeeded',
  ]);
});
