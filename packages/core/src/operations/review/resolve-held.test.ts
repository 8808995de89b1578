import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { keyOf } from '../../../../../test-support/attempts.ts';
import { chooseAndPay } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { showPaymentDetail } from '../../reads/payment/get.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { createRefund } from '../../transfers/refunds/create.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { resolvePayment } from './resolve.ts';
import { type Held, makeHeldMoney, moneyOf } from './testing/held-money.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const { actor, arrive, makeHeld, read, decide, shown, refundsOf } = makeHeldMoney(() => ({ ctx, caller }));

/** Lists the ledger accounts of this merchant that are not at zero. */
async function books(): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ line: string }>(
    `select account || ' ' || sum(amount_minor) || ' ' || currency as line
    from balance_changes where merchant_id = $1
    group by account, currency having sum(amount_minor) <> 0 order by 1`,
    [caller.merchant_id],
  );
  return rows.map(({ line }) => line);
}

const minute_ms = 60_000;

describe('money that is held', () => {
  it('is shown to the merchant before a decision', async () => {
    const held = await makeHeld('4000 XOF');
    expect(await shown(held)).toMatchObject({
      ...{ status: 'processing', received_amount: 4_000, received_currency: 'XOF' },
      ...{ amount: 5_000, charged_amount: 5_100, refunded_amount: 0 },
    });
    const { attempts, needs_review } = await showPaymentDetail(ctx, actor(), held.payment_id);
    expect(needs_review).toBe(true);
    expect(attempts).toMatchObject([
      {
        status: 'held',
        received: { amount: 4_000, currency: 'XOF' },
        kept_amount: null,
        refundable_amount: null,
      },
    ]);
    await expect(
      createRefund(ctx, command, { payment_id: held.payment_id, attempt_id: held.object_id }),
    ).rejects.toMatchObject({ code: 'conflict', reason: { code: 'decide_first' } });
  });

  it.each([
    [
      'less',
      '4000 XOF',
      ['fees -78 XOF', 'merchant_balance -3922 XOF', 'operator_clearing:sandbox 4000 XOF'],
    ],
    ['one unit', '1 XOF', ['merchant_balance -1 XOF', 'operator_clearing:sandbox 1 XOF']],
    [
      'more',
      '6000 XOF',
      ['fees -100 XOF', 'merchant_balance -5900 XOF', 'operator_clearing:sandbox 6000 XOF'],
    ],
    [
      'a different currency with a different exponent',
      '1234 GHS',
      ['merchant_balance -1234 GHS', 'operator_clearing:sandbox 1234 GHS'],
    ],
  ])('belongs to the merchant once it is accepted: %s', async (_, money, entries) => {
    const held = await makeHeld(money);
    expect(await decide(held, 'accept')).toMatchObject({ verdict: 'accept', user_name: 'Awa' });
    expect(await books()).toEqual(entries);
    expect(await summarize(ctx, held)).toMatchObject({
      ...{ payment: 'success', late: false, session: 'completed' },
      ...{ attempts: ['success'], events: ['1 payment.successful'] },
    });
    const received = { received_currency: moneyOf(money).currency };
    expect(await shown(held)).toMatchObject({ status: 'success', ...received, amount: 5_000 });
    expect(await read(held)).toMatchObject({ needs_review: false, kept_minor: moneyOf(money).amount_minor });
  });

  it('can be refunded in the amount received once it is accepted', async () => {
    const held = await makeHeld('4000 XOF');
    await decide(held, 'accept');
    await createRefund(ctx, command, { payment_id: held.payment_id, amount: 1_000 });
    await advance(ctx, minute_ms);
    await createRefund(ctx, command, { payment_id: held.payment_id });
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toEqual([
      'success 1000 XOF of balance, fee 19',
      'success 3000 XOF of balance, fee 59',
    ]);
    expect(await books()).toEqual([]);
    expect(await shown(held)).toMatchObject({ refunded_amount: 4_000, received_amount: 4_000 });
  });

  it.each([
    ['less', '4000 XOF', '4000 XOF'],
    ['more', '6000 XOF', '6000 XOF'],
    ['a different currency', '1234 GHS', '1234 GHS'],
  ])('is refunded to the customer when it is refused: %s', async (_, money, text) => {
    const held = await makeHeld(money);
    await decide(held, 'refund_all');
    expect(await summarize(ctx, held)).toMatchObject({ payment: 'failed', events: ['1 payment.failed'] });
    expect(await shown(held)).toMatchObject({ failure: { code: 'wrong_amount' }, retryable: true });
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toEqual([`success ${text} of suspense, fee 0`]);
    expect(await books()).toEqual([]);
    expect(await read(held)).toMatchObject({ status: 'held', needs_review: false });
  });

  it('can have the difference refunded, after which the payment succeeds with the requested amount', async () => {
    const held = await makeHeld('6000 XOF');
    await decide(held, 'refund_difference');
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toEqual(['success 900 XOF of suspense, fee 0']);
    expect(await books()).toEqual([
      'fees -100 XOF',
      'merchant_balance -5000 XOF',
      'operator_clearing:sandbox 5100 XOF',
    ]);
    expect(await shown(held)).toMatchObject({
      status: 'success',
      received_amount: 6_000,
      refunded_amount: 0,
    });
    // The rest of the money, which is the requested amount, can be refunded as usual.
    await createRefund(ctx, command, { payment_id: held.payment_id });
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toEqual([
      'success 900 XOF of suspense, fee 0',
      'success 5100 XOF of balance, fee 100',
    ]);
    expect(await books()).toEqual([]);
  });

  it('lets the customer pay again once its refund is decided', async () => {
    const held = await makeHeld('4000 XOF');
    await expect(chooseAndPay(ctx, held, '00')).rejects.toMatchObject({ code: 'payment_in_progress' });
    await decide(held, 'refund_all');
    await chooseAndPay(ctx, held, '00');
    await advance(ctx, minute_ms);
    expect(await summarize(ctx, held)).toMatchObject({ payment: 'success', attempts: ['held', 'success'] });
    expect(await shown(held)).toMatchObject({ received_amount: 5_100, refunded_amount: 0 });
    expect(await refundsOf(held)).toEqual(['success 4000 XOF of suspense, fee 0']);
  });

  it.each([
    ['refund_difference', '4000 XOF', 'no_difference'],
    ['refund_difference', '6000 XAF', 'no_difference'],
    ['settled', '4000 XOF', 'end_not_known'],
  ])('cannot be resolved by %s with %s received', async (verdict, money, code) => {
    const held = await makeHeld(money);
    await expect(decide(held, verdict)).rejects.toMatchObject({ code: 'conflict', reason: { code } });
    expect(await read(held)).toMatchObject({ status: 'held', needs_review: true, kept_minor: null });
  });

  it.each([
    ['paid', { proof: 'Receipt 7' }, 'success', 'success'],
    ['not_paid', {}, 'failed', 'failed'],
  ])(
    'is removed from suspense if a person finds that the payment was %s',
    async (verdict, proof, payment, attempt) => {
      const { object_id, ...checkout } = await makeHeld('4000 XOF');
      await resolvePayment(ctx, actor(), {
        id: checkout.payment_id,
        body: {
          object_id,
          verdict,
          note: 'Statement',
          ...proof,
        },
      });
      expect(await summarize(ctx, checkout)).toMatchObject({ payment, attempts: [attempt] });
      expect((await books()).filter((line) => line.startsWith('suspense'))).toEqual([]);
    },
  );

  it('that was accepted in full leaves nothing to accept when its status is in doubt', async () => {
    const held = await makeHeld('6000 XOF');
    await decide(held, 'accept');
    const refusal = { kind: 'failed', reason: 'other', operator_code: 'E1' } as const;
    const answer = { outcome: refusal, provider_reference: null, raw: {} };
    await applyOutcome(ctx, keyOf(await read(held)), answer, 'callback');
    expect(await read(held)).toMatchObject({ needs_review: true, unknown_cause: 'failed_after_success' });
    await expect(decide(held, 'accept')).rejects.toMatchObject({
      ...{ code: 'conflict', reason: { code: 'nothing_held' } },
    });
  });

  it.each(['100 XOF', '6000 XAF'])(
    'cannot be decided on if the operator has corrected it to %s since the person saw it',
    async (money) => {
      const held = await makeHeld('6000 XOF');
      const stakeSeen = async () => {
        const [attempt] = (await showPaymentDetail(ctx, actor(), held.payment_id)).attempts;
        return { stake: attempt?.stake };
      };
      const seen = await stakeSeen();
      expect(seen).toEqual({ stake: { amount: 6_000, currency: 'XOF' } });
      await arrive(await read(held), money);
      await expect(decide(held, 'accept', actor(), seen)).rejects.toMatchObject({
        ...{ code: 'conflict', reason: { code: 'amount_changed_since' } },
      });
      expect(await read(held)).toMatchObject({ status: 'held', needs_review: true, kept_minor: null });
      await decide(held, 'accept', actor(), await stakeSeen());
      expect(await read(held)).toMatchObject({ status: 'success', needs_review: false });
      // After the decision, the error says that nothing is left to resolve, not that the amount has changed.
      await expect(decide(held, 'accept', actor(), seen)).rejects.toMatchObject({
        reason: { code: 'nothing_to_resolve' },
      });
    },
  );

  it('can be decided on only once', async () => {
    const held = await makeHeld('6000 XOF');
    const results = await Promise.allSettled([
      decide(held, 'accept', actor('Awa')),
      decide(held, 'refund_all', actor('Yao')),
      decide(held, 'refund_difference', actor('Koffi')),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(decide(held, 'refund_all')).rejects.toMatchObject({ code: 'conflict' });
    await advance(ctx, minute_ms);
    expect((await showPaymentDetail(ctx, actor(), held.payment_id)).resolutions).toHaveLength(1);
  });

  it('needs review again when the operator then reports a different amount', async () => {
    const held = await makeHeld('4000 XOF');
    await decide(held, 'refund_all');
    await arrive(await read(held), '5100 XOF');
    expect(await read(held)).toMatchObject({ needs_review: true, unknown_cause: 'amount_changed' });
    await advance(ctx, minute_ms);
    // No refund is sent while the operator contradicts itself.
    expect(await refundsOf(held)).toEqual([]);
  });
});

describe('money whose refund fails', () => {
  const failing = async (verdict = 'refund_all'): Promise<Held> => {
    const held = await makeHeld('6000 XOF');
    await ctx.db
      .updateTable('attempts')
      .set({ phone: '+2250504030201' })
      .where('id', '=', held.object_id)
      .execute();
    await decide(held, verdict);
    await advance(ctx, minute_ms);
    return held;
  };

  it('needs review, and can be refunded again', async () => {
    const held = await failing();
    expect(await refundsOf(held)).toEqual(['failed 6000 XOF of suspense, fee 0']);
    expect(await read(held)).toMatchObject({ needs_review: true, unknown_cause: 'refund_failed' });
    await ctx.db
      .updateTable('attempts')
      .set({ phone: '+2250504030200' })
      .where('id', '=', held.object_id)
      .execute();
    await decide(held, 'refund_all');
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toContain('success 6000 XOF of suspense, fee 0');
    expect(await read(held)).toMatchObject({ needs_review: false });
    expect(await books()).toEqual([]);
  });

  it('cannot be accepted once the operator processes the refund after all', async () => {
    const held = await failing();
    const [refund] = await listRefunds(ctx.db, held.merchant_id, held.payment_id);
    if (!refund) throw new Error('there is no refund');
    const answer = {
      outcome: { kind: 'pending', action: null },
      provider_reference: null,
      raw: null,
    } as const;
    await applyTransferOutcome(ctx, refunds, refund, answer, 'callback');
    await applyTransferOutcome(ctx, refunds, refund, answer, 'inquiry');
    expect(await refundsOf(held)).toEqual(['processing 6000 XOF of suspense, fee 0']);
    await expect(decide(held, 'accept')).rejects.toMatchObject({ reason: { code: 'refunded_by_now' } });
    expect(await summarize(ctx, held)).toMatchObject({ payment: 'failed' });
  });

  it.each([
    ['refund_difference', 'success 900 XOF of suspense, fee 0'],
    ['refund_all', 'success 6000 XOF of suspense, fee 0'],
  ])('can be refunded by %s even if the operator then reports another amount', async (verdict, refund) => {
    const held = await failing(verdict);
    await arrive(await read(held), '5500 XOF');
    expect(await read(held)).toMatchObject({ needs_review: true, unknown_cause: 'amount_changed' });
    const offered = async () => {
      const { attempts } = await showPaymentDetail(ctx, actor(), held.payment_id);
      return attempts[0]?.verdicts;
    };
    expect(await offered()).toEqual([verdict, 'reversed', 'settled']);
    await expect(decide(held, 'accept')).rejects.toMatchObject({ reason: { code: 'nothing_held' } });
    await ctx.pool.query(`update attempts set phone = '+2250504030200' where id = $1`, [held.object_id]);
    await decide(held, verdict);
    await advance(ctx, minute_ms);
    expect(await refundsOf(held)).toContain(refund);
    expect((await books()).filter((line) => line.startsWith('suspense'))).toEqual([]);
    // The same report changes nothing more; another one does, and by then nothing is held.
    await arrive(await read(held), '5500 XOF');
    expect(await read(held)).toMatchObject({ needs_review: false });
    await arrive(await read(held), '5600 XOF');
    expect(await offered()).toEqual(['reversed', 'settled']);
    await expect(decide(held, verdict)).rejects.toMatchObject({ reason: { code: 'nothing_held' } });
  });

  it('can be accepted after all', async () => {
    const held = await failing();
    await decide(held, 'accept');
    expect(await summarize(ctx, held)).toMatchObject({
      payment: 'success',
      events: ['1 payment.failed', '2 payment.successful'],
    });
    expect(await books()).toEqual([
      'fees -100 XOF',
      'merchant_balance -5900 XOF',
      'operator_clearing:sandbox 6000 XOF',
    ]);
  });

  it.each([
    ['refund_all', 6_000, 0],
    ['refund_difference', 900, 5_100],
  ])(
    'leaves only the rest to refund if, after it was accepted, %s reaches the customer after all',
    async (verdict, late, left) => {
      const held = await failing(verdict);
      await decide(held, 'accept');
      const [refund] = await listRefunds(ctx.db, held.merchant_id, held.payment_id);
      if (!refund) throw new Error('there is no refund');
      const settled = { kind: 'settled', money: moneyOf(`${late} XOF`) } as const;
      const answer = { outcome: settled, provider_reference: null, raw: null };
      await applyTransferOutcome(ctx, refunds, refund, answer, 'inquiry');
      const [attempt] = (await showPaymentDetail(ctx, actor(), held.payment_id)).attempts;
      expect(attempt?.refundable_amount).toBe(left);
      const whole = { payment_id: held.payment_id };
      await expect(createRefund(ctx, command, { ...whole, amount: left + 1 })).rejects.toThrow();
      if (left === 0) {
        await expect(createRefund(ctx, command, whole)).rejects.toMatchObject({
          reason: { code: 'nothing_left' },
        });
      } else expect(await createRefund(ctx, command, whole)).toMatchObject({ amount: left });
    },
  );
});
