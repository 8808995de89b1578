import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { listEvents, summarize } from '../../../../../test-support/payments.ts';
import { balancesOf, makePayout } from '../../../../../test-support/payouts.ts';
import {
  duplicateOf,
  makePaid,
  makeRefund,
  readRefund,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { findAttempt, listAttempts } from '../../payments/attempt/queries.ts';
import { retrievePayment } from '../../payments/retrieve.ts';
import { chooseOperator } from '../../payments/session/choose.ts';
import { payCheckout } from '../../payments/session/pay.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import type { TransferKey } from '../transfer.ts';
import { createRefund } from './create.ts';
import { refunds } from './kind.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

/**
 * Makes a payment of 5,000 XOF that is paid twice: 5,050 with `wave_ci`, which settles it, then 5,100 with
 * `mtn_ci`.
 */
async function makePaidTwice(): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '18', 'mtn_ci');
  await advance(ctx, 1500);
  await chooseAndPay(ctx, checkout, '00', 'wave_ci');
  await advance(ctx, 60_000);
  await ctx.db
    .updateTable('attempts')
    .set({ phone: '+2250504030200' })
    .where('duplicate', '=', true)
    .execute();
  return checkout;
}

/** Makes a paid payment of 20 in a different currency. */
async function makePaidAbroad(currency: string, operator: string, phone: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller, { amount: 20, currency });
  await chooseOperator(ctx, customerWith(checkout.token), { operator, phone });
  await payCheckout(ctx, customerWith(checkout.token), { otp: null });
  return checkout;
}

const refundedOf = async ({ payment_id }: Checkout): Promise<number> =>
  (await retrievePayment(ctx, caller, payment_id)).refunded_amount;

describe('a refund', () => {
  it('in full takes the amount from the merchant’s balance and the fee from the fees account, and is sent', async () => {
    const checkout = await makePaid(ctx, caller);
    await dropJobs(ctx);
    const { payment_id, merchant_id } = checkout;
    const refund = await createRefund(ctx, command, { payment_id, reason: 'Sold out' });
    expect(refund).toEqual({
      id: expect.stringMatching(/^ref_[0-9A-HJKMNP-TV-Z]{26}$/),
      object: 'refund',
      status: 'pending',
      amount: 5100,
      currency: 'XOF',
      payment_id,
      duplicate: false,
      source: 'balance',
      reason: 'Sold out',
      failure: null,
      reversal: null,
      reference: expect.stringMatching(/^\w{5}-\w{5}$/),
      livemode: false,
      created_at: expect.stringMatching(/\+00:00$/),
      refunded_at: null,
    });
    const key = { merchant_id, id: refund.id };
    expect(await summarizeRefund(ctx, key)).toMatchObject({
      refund: 'pending',
      events: [],
      entries: [
        'refund_reserved merchant_balance 5000',
        'refund_reserved fees 100',
        'refund_reserved refunds_in_flight -5100',
      ],
    });
    const [attempt] = await listAttempts(ctx.db, merchant_id, payment_id);
    expect(await readRefund(ctx, key)).toMatchObject({
      attempt_id: attempt?.id,
      operator: 'mtn_ci',
      connector: 'sandbox',
      account_id: null,
      phone: '+2250504030200',
      method: 'refund',
    });
    expect(await listJobs(ctx)).toMatchObject([
      { task: 'send_refund', payload: { merchant_id, refund_id: refund.id } },
    ]);
    expect(await refundedOf(checkout)).toBe(0);
    await advance(ctx, 0);
    expect(await refundedOf(checkout)).toBe(5100);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
  });

  it('in several parts returns exactly the amount and the fee, however they are divided', async () => {
    const checkout = await makePaid(ctx, caller);
    const parts: string[][] = [];
    for (const amount of [33, 1700, 1, 3000, undefined]) {
      const refund = await makeRefund(ctx, checkout, { amount });
      await advance(ctx, 0);
      const { entries } = await summarizeRefund(ctx, refund);
      parts.push(entries.filter((entry) => /reserved (merchant|fees)/.test(entry)));
    }
    expect(parts.map((lines) => lines.map((line) => line.replace('refund_reserved ', '')))).toEqual([
      ['merchant_balance 33'],
      ['merchant_balance 1667', 'fees 33'],
      ['fees 1'],
      ['merchant_balance 2942', 'fees 58'],
      ['merchant_balance 358', 'fees 8'],
    ]);
    expect(await refundedOf(checkout)).toBe(5100);
  });

  it('that failed leaves the whole amount refundable', async () => {
    const checkout = await makePaid(ctx, caller, '01');
    await makeRefund(ctx, checkout);
    await advance(ctx, 0);
    expect(await makeRefund(ctx, checkout)).toMatchObject({ id: expect.stringMatching(/^ref_/) });
  });

  it('can have decimals if the currency and the operator support them', async () => {
    const checkout = await makePaidAbroad('GHS', 'mtn_gh', '+233244815100');
    const refund = await makeRefund(ctx, checkout, { amount: 12.25 });
    expect(await readRefund(ctx, refund)).toMatchObject({ currency: 'GHS', amount_minor: 1225n });
  });

  it('is sent as a payout if the connector does not support refunds', async () => {
    const { refund: _, ...unable } = sandboxOf(ctx);
    const connectors = new Map([['sandbox', unable]]);
    const { payment_id, merchant_id } = await makePaid(ctx, caller);
    const { id } = await createRefund({ ...ctx, connectors }, command, { payment_id });
    const key = { merchant_id, id };
    expect(await readRefund(ctx, key)).toMatchObject({ method: 'payout' });
    await advance(ctx, 0);
    expect(await summarizeRefund(ctx, key)).toMatchObject({ refund: 'success' });
    const { reference } = await readRefund(ctx, key);
    const sent = await ctx.db
      .selectFrom('sandbox_transactions')
      .select('direction')
      .where('reference', '=', reference)
      .execute();
    expect(sent).toEqual([{ direction: 'payout' }]);
  });

  it('is refused with a reason if the connector supports neither refunds nor payouts', async () => {
    const { refund: _, payout: __, ...unable } = sandboxOf(ctx);
    const connectors = new Map([['sandbox', unable]]);
    const { payment_id } = await makePaid(ctx, caller);
    await expect(createRefund({ ...ctx, connectors }, command, { payment_id })).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The account with sandbox that took this money supports neither refunds nor payouts with mtn_ci: ' +
        'refund the customer another way.',
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
  });
});

describe('a duplicate', () => {
  it('is refunded from its own account; the payment stays paid, and no longer needs review', async () => {
    const checkout = await makePaidTwice();
    const { merchant_id } = checkout;
    const attempt_id = await duplicateOf(ctx, checkout);
    expect(await findAttempt(ctx.db, merchant_id, attempt_id)).toMatchObject({ needs_review: true });
    const part = await makeRefund(ctx, checkout, { attempt_id, amount: 100 });
    await advance(ctx, 0);
    expect(await findAttempt(ctx.db, merchant_id, attempt_id)).toMatchObject({ needs_review: true });
    const rest = await makeRefund(ctx, checkout, { attempt_id });
    await advance(ctx, 0);
    expect((await summarizeRefund(ctx, part)).entries).toEqual([
      'refund_reserved duplicates 100',
      'refund_reserved refunds_in_flight -100',
      'refund_paid refunds_in_flight 100',
      'refund_paid operator_clearing:sandbox -100',
    ]);
    expect(await readRefund(ctx, rest)).toMatchObject({
      amount_minor: 5000n,
      fee_minor: 0n,
      source: 'duplicates',
    });
    expect(await findAttempt(ctx.db, merchant_id, attempt_id)).toMatchObject({ needs_review: false });
    expect(await refundedOf(checkout)).toBe(0);
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
    expect((await listEvents(ctx, checkout)).map(({ event }) => event)).toEqual([
      'payment.failed',
      'payment.successful',
      'payment.duplicate',
    ]);
  });

  it('is refunded even if the merchant’s balance is empty, and in addition to a refund of the payment', async () => {
    const checkout = await makePaidTwice();
    const attempt_id = await duplicateOf(ctx, checkout);
    await makeRefund(ctx, checkout);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 0 in flight']);
    await makeRefund(ctx, checkout, { attempt_id });
    await advance(ctx, 0);
    expect(await refundedOf(checkout)).toBe(5050);
  });

  it('still needs review while a partial refund is in flight, which may fail', async () => {
    const checkout = await makePaidTwice();
    const attempt_id = await duplicateOf(ctx, checkout);
    const money = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('XOF') });
    const hear = (refund: TransferKey, outcome: Outcome): Promise<void> =>
      applyTransferOutcome(
        ctx,
        refunds,
        refund,
        { outcome, provider_reference: null, raw: null },
        'callback',
      );
    const isForPerson = async () =>
      (await findAttempt(ctx.db, checkout.merchant_id, attempt_id))?.needs_review;

    const first = await makeRefund(ctx, checkout, { attempt_id, amount: 3000 });
    await hear(first, { kind: 'failed', reason: 'other', operator_code: 'E' });
    const second = await makeRefund(ctx, checkout, { attempt_id, amount: 2100 });
    // The first refund was paid after all.
    await hear(first, { kind: 'settled', money: money(3000n) });
    expect(await isForPerson()).toBe(true);
    await hear(second, { kind: 'settled', money: money(2100n) });
    expect(await isForPerson()).toBe(false);
  });
});

describe('an invalid refund', () => {
  const wrong: [what: string, body: object, errors: object][] = [
    ['no payment', { payment_id: undefined }, { payment_id: ['is required'] }],
    ['an amount of zero', { amount: 0 }, { amount: ['must be more than 0'] }],
    ['a negative amount', { amount: -5 }, { amount: ['must be more than 0'] }],
    // JSON turns NaN into null, which must not refund everything.
    ['an amount of null', { amount: null }, { amount: ['must be a number'] }],
    ['an amount in quotes', { amount: '5' }, { amount: ['must be a number'] }],
    ['decimals', { amount: 10.5 }, { amount: ['must be a whole number: XOF has no decimals'] }],
    [
      'more than was charged',
      { amount: 5101 },
      { amount: ['must be at most 5100 XOF, the part of the charge not yet refunded'] },
    ],
    [
      'a reason that is too long',
      { reason: 'x'.repeat(256) },
      { reason: ['must be at most 255 characters'] },
    ],
    ['an unknown attempt', { attempt_id: 'att_none' }, { attempt_id: ['is not an attempt of this payment'] }],
    ['unknown fields', { phone: '+225' }, { phone: ['is not a known field'] }],
  ];
  it.each(wrong)('gets an error for %s, and reserves nothing', async (_, body, fields) => {
    const { payment_id } = await makePaid(ctx, caller);
    await expect(createRefund(ctx, command, { payment_id, ...body })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
  });

  it('is refused with decimals that the operator does not accept, even if the currency has them', async () => {
    const checkout = await makePaidAbroad('KES', 'mpesa_ke', '+254722481500');
    await expect(makeRefund(ctx, checkout, { amount: 10.5 })).rejects.toMatchObject({
      fields: { amount: ['must have at most 0 decimals: mpesa_ke supports no smaller unit'] },
    });
  });

  it('is refused for an unknown or unpaid payment', async () => {
    await expect(createRefund(ctx, command, { payment_id: 'pay_none' })).rejects.toMatchObject({
      code: 'payment_not_found',
    });
    for (const [digits, status] of [
      [null, 'pending'],
      ['01', 'failed'],
      ['22', 'processing'],
    ] as const) {
      const checkout = await makeCheckout(ctx, caller);
      if (digits) await chooseAndPay(ctx, checkout, digits);
      await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
        code: 'conflict',
        message: `This payment is ${status}: only a payment in status success can be refunded.`,
      });
    }
  });

  it('is refused for an attempt of another payment, or one that took no money', async () => {
    const checkout = await makeCheckout(ctx, caller);
    await chooseAndPay(ctx, checkout, '01');
    const [failed] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    await chooseAndPay(ctx, checkout, '00');
    const other = await makePaid(ctx, caller);
    await expect(makeRefund(ctx, checkout, { attempt_id: failed?.id })).rejects.toMatchObject({
      fields: { attempt_id: ['took no money: this attempt is failed'] },
    });
    await expect(makeRefund(ctx, other, { attempt_id: failed?.id })).rejects.toMatchObject({
      fields: { attempt_id: ['is not an attempt of this payment'] },
    });
  });

  it('is refused while another refund is open, and afterwards if it exceeds the remaining amount, which the error states', async () => {
    const checkout = await makePaid(ctx, caller);
    const first = await makeRefund(ctx, checkout, { amount: 5000 });
    await expect(makeRefund(ctx, checkout, { amount: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: `Refund ${first.id} of this money is still in progress. Wait until it finishes.`,
    });
    await advance(ctx, 0);
    await expect(makeRefund(ctx, checkout, { amount: 101 })).rejects.toMatchObject({
      fields: { amount: ['must be at most 100 XOF, the part of the charge not yet refunded'] },
    });
    await makeRefund(ctx, checkout, { amount: 100 });
    await advance(ctx, 0);
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This was already refunded in full.',
    });
  });

  it('is refused with an error that states the available balance if the balance does not cover the amount without the fee', async () => {
    const checkout = await makePaid(ctx, caller);
    await makePayout(ctx, caller, '00', { amount: 4000 });
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: 'The balance is not sufficient for this refund.',
      fields: { amount: ['takes 5000 XOF from the balance, which has 1000 XOF available'] },
    });
    // 1,000 from the balance and 20 from the fees.
    await makeRefund(ctx, checkout, { amount: 1020 });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 0 available, 4000 in flight']);
  });
});
