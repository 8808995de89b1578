import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../test-support/attempts.ts';
import { type Checkout, chooseAndPay, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { makeStaff } from '../../../../../test-support/payout-staff.ts';
import {
  duplicateOf,
  makePaid,
  makeRefund,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { resolvePayment } from '../../operations/review/resolve.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { type Attempt, findAttempt, listAttempts } from '../../payments/attempt/queries.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { beginSending, sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { refunds } from './kind.ts';
import { listRefunds } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = seller;
});

const xof = (amount_minor: bigint) => ({ amount_minor, currency: asCurrency('XOF') });
const settled = (amount_minor = 5050n): Outcome => ({ kind: 'settled', money: xof(amount_minor) });
const reversed = (amount_minor = 5050n): Outcome => ({
  ...{ kind: 'reversed', operator_code: 'R7', money: xof(amount_minor) },
});
const failed: Outcome = { kind: 'failed', reason: 'other', operator_code: 'E1' };

let checkout: Checkout;
let refund: TransferKey;
/** Makes a duplicate of 5,050 XOF, with a refund that is sent as a payout, because the account has no refunds. */
async function makeRefunded(): Promise<void> {
  checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
  await chooseAndPay(ctx, checkout, '22', 'wave_ci');
  for (const attempt of await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id)) {
    await hear(settled(attempt.charged_minor), 'callback', attempt);
  }
  refund = await makeRefund(ctx, checkout, { attempt_id: await duplicateOf(ctx, checkout) });
  await ctx.db.updateTable('refunds').set({ method: 'payout' }).where('id', '=', refund.id).execute();
}
beforeEach(makeRefunded);

async function readDuplicate(): Promise<Attempt> {
  const id = await duplicateOf(ctx, checkout);
  const attempt = await findAttempt(ctx.db, checkout.merchant_id, id);
  if (!attempt) throw new Error('the attempt is gone');
  return attempt;
}

async function hear(outcome: Outcome, via: Via = 'callback', attempt?: Attempt): Promise<void> {
  const key = keyOf(attempt ?? (await readDuplicate()));
  await applyOutcome(ctx, key, { outcome, provider_reference: 'op-1', raw: {} }, via);
}

const endRefund = (outcome: Outcome) =>
  applyTransferOutcome(ctx, refunds, refund, { outcome, provider_reference: 'op-2', raw: {} }, 'answer');

describe('a duplicate about which the operator contradicts itself while its refund is under way', () => {
  beforeEach(() => beginSending(ctx, refunds, refund));

  const contradictions: readonly [cause: string, report: Outcome][] = [
    ['reversed_after_refund', reversed()],
    ['reversed_in_part', reversed(100n)],
    ['failed_after_success', failed],
    ['amount_changed', settled(4000n)],
  ];

  it.each(contradictions)(
    'still needs review because of %s when the refund succeeds',
    async (cause, report) => {
      await hear(report);
      await endRefund(settled());
      expect((await readRefund(ctx, refund)).status).toBe('success');
      expect(await readDuplicate()).toMatchObject({ needs_review: true, unknown_cause: cause });
    },
  );

  it.each(contradictions)('still needs review because of %s when the refund fails', async (cause, report) => {
    await hear(report);
    await endRefund(failed);
    expect((await readRefund(ctx, refund)).status).toBe('failed');
    expect(await readDuplicate()).toMatchObject({ needs_review: true, unknown_cause: cause });
  });

  it('still needs review because of a reversal when the operator reports a failure and then the success', async () => {
    await hear(reversed());
    await hear(failed);
    await hear(settled(), 'inquiry');
    expect(await readDuplicate()).toMatchObject({
      ...{ needs_review: true, unknown_cause: 'reversed_after_refund' },
    });
  });

  it('needs review in whatever order a reversal and the success of the refund are booked', async () => {
    for (let round = 0; round < 10; round++) {
      await makeRefunded();
      await beginSending(ctx, refunds, refund);
      await Promise.all([hear(reversed()), endRefund(settled())]);
      expect(await readDuplicate()).toMatchObject({
        ...{ needs_review: true, unknown_cause: 'reversed_after_refund' },
      });
    }
  });

  it('is reversed by a repeated report once the refund has failed', async () => {
    await hear(reversed());
    await endRefund(failed);
    const { id } = await readDuplicate();
    await hear(reversed(), 'inquiry');
    expect(await findAttempt(ctx.db, checkout.merchant_id, id)).toMatchObject({
      ...{ status: 'reversed', needs_review: false, unknown_cause: null },
    });
    expect((await summarize(ctx, checkout)).entries.slice(-2)).toEqual([
      'duplicate_reversed operator_clearing:sandbox -5050',
      'duplicate_reversed duplicates 5050',
    ]);
  });
});

describe('a refund that is not sent yet', () => {
  const send = () => sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  const unsent = {
    status: 'pending',
    sent_at: null,
    needs_review: true,
    unknown_cause: 'collection_in_doubt',
  };

  it.each<[string, () => Promise<unknown>]>([
    ['reports that it has reversed the money', () => hear(reversed())],
    ['reports that it has reversed a part', () => hear(reversed(100n))],
    ['now reports a failure', () => hear(failed)],
    ['now reports a different amount', () => hear(settled(4000n))],
    [
      'has reversed the money according to a person',
      async () => {
        const { payment_id } = checkout;
        const body = {
          object_id: (await readDuplicate()).id,
          verdict: 'reversed',
          note: 'Line 7',
          proof: 'P',
        };
        await resolvePayment(ctx, makeStaff(caller.merchant_id, 'finance'), { id: payment_id, body });
      },
    ],
  ])('is not sent, and needs review, if its operator %s', async (_, report) => {
    await report();
    for (let round = 0; round < 2; round++) await send();
    expect(await readRefund(ctx, refund)).toMatchObject(unsent);
  });

  it('is sent once an inquiry has ended the doubt', async () => {
    await hear(failed);
    await send();
    await dropJobs(ctx);
    await hear(settled(), 'inquiry');
    expect((await listJobs(ctx, 'send_refund')).map(({ payload }) => payload)).toEqual([refundJob(refund)]);
    await send();
    expect(await readRefund(ctx, refund)).toMatchObject({
      ...{ sent_at: expect.any(Date), needs_review: false, unknown_cause: null },
    });
  });

  const resolve = ({ payment_id }: Checkout, object_id: string, verdict: string) =>
    resolvePayment(ctx, makeStaff(caller.merchant_id, 'finance'), {
      id: payment_id,
      body: { object_id, verdict, note: 'Line 7' },
    });

  it('is sent once a person has ended the doubt about the merchant’s own money', async () => {
    const paid = await makePaid(ctx, caller);
    refund = await makeRefund(ctx, paid);
    const [attempt] = await listAttempts(ctx.db, paid.merchant_id, paid.payment_id);
    if (!attempt) throw new Error('there is no attempt');
    await hear(failed, 'callback', attempt);
    await send();
    expect(await readRefund(ctx, refund)).toMatchObject(unsent);
    await dropJobs(ctx);
    await resolve(paid, attempt.id, 'settled');
    await advance(ctx, 0);
    expect(await readRefund(ctx, refund)).toMatchObject({
      ...{ sent_at: expect.any(Date), needs_review: false, unknown_cause: null },
    });
  });

  it('is sent once a person has decided to refund the duplicate', async () => {
    await hear(failed);
    await send();
    await dropJobs(ctx);
    await resolve(checkout, (await readDuplicate()).id, 'refund_all');
    await advance(ctx, 0);
    expect(await readRefund(ctx, refund)).toMatchObject({ sent_at: expect.any(Date), needs_review: false });
    expect(await listRefunds(ctx.db, checkout.merchant_id, checkout.payment_id)).toHaveLength(1);
  });

  it('still needs review if a person has settled the duplicate: the customer may have the money already', async () => {
    await hear(failed);
    await send();
    await dropJobs(ctx);
    await resolve(checkout, (await readDuplicate()).id, 'settled');
    await advance(ctx, 0);
    expect(await readRefund(ctx, refund)).toMatchObject(unsent);
  });

  it('can be ended by a person: its money is a duplicate again', async () => {
    await hear(reversed());
    await send();
    await resolve(checkout, refund.id, 'not_paid');
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'failed', needs_review: false });
    expect(await readDuplicate()).toMatchObject({
      ...{ needs_review: true, unknown_cause: 'reversed_after_refund' },
    });
    await hear(reversed(), 'inquiry');
    expect((await summarize(ctx, checkout)).attempts).toEqual(['success', 'reversed']);
  });

  it('is not mistaken for the reversal that the provider reports', async () => {
    const paid = await makePaid(ctx, caller);
    const unsent_refund = await makeRefund(ctx, paid);
    const [attempt] = await listAttempts(ctx.db, paid.merchant_id, paid.payment_id);
    if (!attempt) throw new Error('there is no attempt');
    await hear(reversed(5100n), 'callback', attempt);
    expect(await findAttempt(ctx.db, attempt.merchant_id, attempt.id)).toMatchObject({
      ...{ needs_review: true, unknown_cause: 'reversed_after_refund' },
    });
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(unsent_refund) });
    expect(await readRefund(ctx, unsent_refund)).toMatchObject(unsent);
  });
});
