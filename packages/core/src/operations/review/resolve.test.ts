import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import {
  duplicateOf,
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { actAs, authorOf } from '../../accounts/audit/act-as.ts';
import { markForReview } from '../../payments/attempt/queries.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { showPaymentDetail } from '../../reads/payment/get.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { updateFacts } from '../../transfers/queries.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { refundHeld } from '../../transfers/refunds/refund-held.ts';
import { requestRefund } from '../../transfers/refunds/request.ts';
import { mendStranded } from '../stranded/mend.ts';
import { resolvePayment } from './resolve.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const actor = (role: StaffActor['role'] = 'finance'): StaffActor => ({
  kind: 'staff',
  user_id: 'stf_1',
  name: 'Awa',
  email: 'awa@shop.example',
  address: '127.0.0.1',
  request_id: 'req',
  merchant_id: caller.merchant_id,
  mode: 'test',
  role,
});

/** Makes a payment with an attempt whose outcome is unknown. */
async function makeLost(): Promise<Checkout & { object_id: string }> {
  const checkout = await makeCheckout(ctx, caller);
  const attempt = await commitAttempt(ctx, checkout);
  await markForReview(ctx.db, attempt);
  return { ...checkout, object_id: attempt.id };
}

async function makeDuplicate(): Promise<Checkout & { object_id: string }> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1500);
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await advance(ctx, 60_000);
  return { ...checkout, object_id: await duplicateOf(ctx, checkout) };
}

const show = async ({ payment_id }: Checkout) => showPaymentDetail(ctx, actor('viewer'), payment_id);
const say = (checkout: Checkout, body: object) =>
  resolvePayment(ctx, actor(), { id: checkout.payment_id, body: { note: 'Rang the operator', ...body } });

describe('an attempt whose outcome is unknown', () => {
  it('succeeds when a person resolves it as paid, with evidence', async () => {
    const { object_id, ...checkout } = await makeLost();
    expect(await say(checkout, { object_id, verdict: 'paid', proof: 'Receipt 77' })).toMatchObject({
      verdict: 'paid',
      note: 'Rang the operator',
      proof: 'Receipt 77',
      user_name: 'Awa',
    });
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success'],
      events: ['1 payment.successful'],
      entries: [
        'collection operator_clearing:sandbox 5100',
        'collection merchant_balance -5000',
        'collection fees -100',
      ],
    });
    const { needs_review, attempts, resolutions } = await show(checkout);
    expect(needs_review).toBe(false);
    expect(attempts[0]?.changes.map(({ via }) => via)).toEqual(['person']);
    expect(resolutions).toHaveLength(1);
  });

  it('fails when a person finds that it was not paid', async () => {
    const { object_id, ...checkout } = await makeLost();
    await say(checkout, { object_id, verdict: 'not_paid' });
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'failed',
      events: ['1 payment.failed'],
      entries: [],
    });
    expect((await show(checkout)).needs_review).toBe(false);
  });

  it('is resolved once, by the first of two concurrent requests', async () => {
    const { object_id, ...checkout } = await makeLost();
    const both = await Promise.allSettled([
      say(checkout, { object_id, verdict: 'paid', proof: 'A' }),
      say(checkout, { object_id, verdict: 'not_paid' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect((await show(checkout)).resolutions).toHaveLength(1);
  });

  it.each([
    [{ verdict: 'paid' }, 'invalid_fields'],
    [{ verdict: 'paid', proof: ' ' }, 'invalid_fields'],
    [{ verdict: 'not_paid', note: ' ' }, 'invalid_fields'],
    [{ verdict: 'settled' }, 'conflict'],
    [{ verdict: 'not_paid', object_id: 'att_other' }, 'invalid_fields'],
  ])('rejects %j', async (body, code) => {
    const { object_id, ...checkout } = await makeLost();
    await expect(say(checkout, { object_id, ...body })).rejects.toMatchObject({ code });
    expect(await show(checkout)).toMatchObject({ needs_review: true, resolutions: [] });
  });

  it('can be resolved only by staff of its merchant with the required scope', async () => {
    const { object_id, payment_id } = await makeLost();
    const body = { object_id, verdict: 'not_paid', note: 'x' };
    await expect(resolvePayment(ctx, actor('support'), { id: payment_id, body })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { merchant_id } = await makeSeller(ctx);
    const stranger = { ...actor('owner'), merchant_id };
    for (const verb of [
      () => resolvePayment(ctx, stranger, { id: payment_id, body }),
      () => showPaymentDetail(ctx, stranger, payment_id),
      () => requestRefund(ctx, stranger, { payment_id, body: { reason: 'x' } }, null),
    ]) {
      await expect(verb()).rejects.toMatchObject({ code: 'payment_not_found' });
    }
  });
});

describe('a duplicate', () => {
  it('can be resolved as settled, and then no longer needs review', async () => {
    const { object_id, ...checkout } = await makeDuplicate();
    expect((await show(checkout)).needs_review).toBe(true);
    await expect(say(checkout, { object_id, verdict: 'not_paid' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await say(checkout, { object_id, verdict: 'settled' });
    expect((await show(checkout)).needs_review).toBe(false);
    await expect(say(checkout, { object_id, verdict: 'settled' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('that a person resolved as settled is refunded neither by the sweep nor by a leftover job', async () => {
    const { object_id, ...checkout } = await makeDuplicate();
    await say(checkout, { object_id, verdict: 'settled' });
    const sweepLater = async () => {
      ctx.clock.advance(2 * 60_000);
      return (await mendStranded(ctx, service_actor)).filter(({ id }) => id === object_id);
    };
    expect(await sweepLater()).toEqual([]);
    await refundHeld(ctx, service_actor, { merchant_id: checkout.merchant_id, attempt_id: object_id });
    expect((await show(checkout)).refunds).toEqual([]);
    // Simulates that more money has arrived since, or that a later decision was different.
    const { rows } = await ctx.pool.query<{ settled_minor: string }>(
      'select settled_minor from attempts where id = $1',
      [object_id],
    );
    await ctx.pool.query(
      "update attempts set settled_at = settled_at + interval '1 hour', settled_minor = 0 where id = $1",
      [object_id],
    );
    ctx.clock.advance(60 * 60_000);
    expect(await sweepLater()).toMatchObject([{ next_task: 'refund_held' }]);
    await dropJobs(ctx);
    await ctx.pool.query(
      "update attempts set settled_at = settled_at - interval '1 hour', settled_minor = $2 where id = $1",
      [object_id, rows[0]?.settled_minor],
    );
  });

  it('is refunded by one request, which ends its review', async () => {
    const { object_id: attempt_id, ...checkout } = await makeDuplicate();
    await ctx.db
      .updateTable('attempts')
      .set({ phone: '+2250504030200' })
      .where('id', '=', attempt_id)
      .execute();
    const { value } = await requestRefund(
      ctx,
      actor('support'),
      { payment_id: checkout.payment_id, body: { attempt_id, duplicate: true, reason: 'Paid twice' } },
      null,
    );
    expect(value).toMatchObject({ duplicate: true, amount: 5100 });
    await advance(ctx, 0);
    expect(await show(checkout)).toMatchObject({ needs_review: false, refunds: [{ status: 'success' }] });
  });
});

describe('a refund by staff', () => {
  const once = (key: string) => ({ key, request_hash: Buffer.alloc(32, 1) });

  it('is made once for any number of clicks, and records its author', async () => {
    const { payment_id } = await makePaid(ctx, caller);
    const signed = actAs(ctx, authorOf(actor()));
    const click = () =>
      requestRefund(signed, actor(), { payment_id, body: { amount: 100, reason: 'Broken' } }, once('k'));
    const [first, second] = await Promise.all([click(), click()]);
    expect(first.value.id).toBe(second.value.id);
    expect([first.replayed, second.replayed].sort()).toEqual([false, true]);
    const { refunds, attempts, ledger_entries } = await showPaymentDetail(ctx, actor(), payment_id);
    expect(refunds).toMatchObject([{ amount: 100, reason: 'Broken', made_by: 'Awa <awa@shop.example>' }]);
    expect(attempts[0]?.refundable_amount).toBe(5000);
    expect(ledger_entries.map(({ kind, account }) => `${kind} ${account}`)).toEqual([
      'collection operator_clearing:sandbox',
      'collection merchant_balance',
      'collection fees',
      'refund_reserved merchant_balance',
      'refund_reserved fees',
      'refund_reserved refunds_in_flight',
    ]);
  });

  it.each([
    [{}, 'invalid_fields'],
    [{ reason: ' ' }, 'invalid_fields'],
    [{ reason: 'x', amount: 0 }, 'invalid_fields'],
    [{ reason: 'x', amount: 5101 }, 'invalid_fields'],
    [{ reason: 'x', amount: 1.5 }, 'invalid_fields'],
  ])('rejects %j', async (body, code) => {
    const { payment_id } = await makePaid(ctx, caller);
    await expect(requestRefund(ctx, actor(), { payment_id, body }, null)).rejects.toMatchObject({ code });
    await expect(
      requestRefund(ctx, actor('viewer'), { payment_id, body: { reason: 'x' } }, null),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('that the operator reports with a different amount before it is sent cannot be resolved as settled, and is not sent', async () => {
    const checkout = await makePaid(ctx, caller);
    const key = await makeRefund(ctx, checkout);
    const money = { amount_minor: 1n, currency: asCurrency('XOF') };
    const less = { outcome: { kind: 'settled', money }, provider_reference: null, raw: null } as const;
    await applyTransferOutcome(ctx, refunds, key, less, 'callback');
    const stuck = { refund: 'processing', needs_review: true };
    expect(await summarizeRefund(ctx, key)).toMatchObject(stuck);
    await expect(say(checkout, { object_id: key.id, verdict: 'settled' })).rejects.toMatchObject({
      code: 'conflict',
      reason: { code: 'end_not_known' },
    });
    expect(await summarizeRefund(ctx, key)).toMatchObject(stuck);
    await say(checkout, { object_id: key.id, verdict: 'not_paid' });
    // The job that runs afterwards sends nothing.
    await advance(ctx, 0);
    expect(await readRefund(ctx, key)).toMatchObject({
      status: 'failed',
      sent_at: expect.any(Date),
      needs_review: false,
    });
  });

  it.each([
    ['paid', { proof: 'Statement' }, 'success', '1 refund.successful'],
    ['not_paid', {}, 'failed', '1 refund.failed'],
  ])('whose outcome is unknown can be resolved by a person as %s', async (verdict, more, status, event) => {
    const checkout = await makePaid(ctx, caller);
    const key = await makeRefund(ctx, checkout);
    await ctx.db
      .updateTable('refunds')
      .set({ status: 'processing', sent_at: ctx.clock.now() })
      .where('id', '=', key.id)
      .execute();
    await updateFacts(ctx.db, refunds, key, { needs_review: true });
    await say(checkout, { object_id: key.id, verdict, ...more });
    expect(await summarizeRefund(ctx, key)).toMatchObject({
      refund: status,
      needs_review: false,
      events: [event],
    });
  });
});

describe('a reversal that a person records', () => {
  const said = { verdict: 'reversed', proof: 'Statement of 3 March, line 12' };

  it('of a paid payment is applied, and records the author and the evidence', async () => {
    const checkout = await makePaid(ctx, caller);
    const object_id = (await show(checkout)).attempts[0]?.id;
    await say(checkout, { object_id, ...said });
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'reversed',
      events: ['1 payment.successful', '2 payment.reversed'],
    });
    const { payment, attempts, resolutions, needs_review } = await show(checkout);
    expect(payment).toMatchObject({ status: 'reversed', reversal: { operator_code: null } });
    expect(attempts[0]?.changes.at(-1)).toMatchObject({ event: 'reversed', via: 'person' });
    expect(resolutions).toMatchObject([{ ...said, user_name: 'Awa' }]);
    expect(needs_review).toBe(false);
    await expect(say(checkout, { object_id, ...said })).rejects.toMatchObject({
      code: 'conflict',
      reason: { code: 'was_reversed' },
    });
  });

  it('of a refund returns its money', async () => {
    const checkout = await makePaid(ctx, caller);
    const refund = await makeRefund(ctx, checkout);
    await advance(ctx, 5_000);
    await say(checkout, { object_id: refund.id, ...said });
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'reversed',
      events: ['1 refund.successful', '2 refund.reversed'],
    });
    expect((await show(checkout)).payment).toMatchObject({ status: 'success', refunded_amount: 0 });
  });

  it('of a duplicate ends its review', async () => {
    const { object_id, ...checkout } = await makeDuplicate();
    await say(checkout, { object_id, ...said });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
    expect((await show(checkout)).needs_review).toBe(false);
  });

  it('of a duplicate’s refund makes the duplicate need review again', async () => {
    const { object_id, ...checkout } = await makeDuplicate();
    const refund = await makeRefund(ctx, checkout, { attempt_id: object_id });
    await advance(ctx, 5_000);
    expect((await show(checkout)).needs_review).toBe(false);
    await say(checkout, { object_id: refund.id, ...said });
    expect((await show(checkout)).needs_review).toBe(true);
  });

  it('requires evidence, and an attempt that succeeded', async () => {
    const checkout = await makePaid(ctx, caller);
    const object_id = (await show(checkout)).attempts[0]?.id;
    await expect(say(checkout, { object_id, verdict: 'reversed' })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
    const { object_id: lost, ...open } = await makeLost();
    await expect(say(open, { object_id: lost, ...said })).rejects.toMatchObject({
      code: 'conflict',
      reason: { code: 'was_not_paid' },
    });
  });
});
