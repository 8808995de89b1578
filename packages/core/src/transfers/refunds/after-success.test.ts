import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { keyOf } from '../../../../../test-support/attempts.ts';
import type { Checkout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import { checkLedger } from '../../ledger/check.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { sendTransfer } from '../send.ts';
import type { TransferKey } from '../transfer.ts';
import { refunds } from './kind.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const settled: Outcome = {
  kind: 'settled',
  money: { amount_minor: 5100n, currency: asCurrency('XOF') },
};
const failed: Outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' };

const hear = (refund: TransferKey, outcome: Outcome): Promise<void> =>
  applyTransferOutcome(ctx, refunds, refund, { outcome, provider_reference: 'op-1', raw: {} }, 'inquiry');

describe('a refund that failed and then succeeded after all', () => {
  async function makeFailed(): Promise<{ checkout: Checkout; refund: TransferKey }> {
    const caller = await makeSeller(ctx);
    // The balance is sufficient for two refunds.
    await makePaid(ctx, caller);
    const checkout = await makePaid(ctx, caller, '22');
    const refund = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    await hear(refund, failed);
    return { checkout, refund };
  }

  it('needs review if the money was refunded again meanwhile', async () => {
    const { checkout, refund } = await makeFailed();
    const second = await makeRefund(ctx, checkout, { amount: 1 });
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(second) });
    await hear(refund, settled);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'success', needs_review: true });
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['names only the collection: the money is that of the second refund', true, 'failed'],
    ['names the refund: both were paid', false, 'success'],
  ])('is not confused with a second refund if the provider %s', async (_, names_collection_only, status) => {
    const { checkout, refund } = await makeFailed();
    const second = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(second) });
    const report = { outcome: settled, provider_reference: 'op-1', raw: {}, names_collection_only };
    for (const key of [second, refund]) await applyTransferOutcome(ctx, refunds, key, report, 'inquiry');
    expect((await readRefund(ctx, second)).status).toBe('success');
    expect(await readRefund(ctx, refund)).toMatchObject({ status, needs_review: status === 'success' });
  });

  it('counts as paid if the provider names only the collection and every other refund failed too', async () => {
    const { checkout, refund } = await makeFailed();
    const second = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(second) });
    await hear(second, failed);
    const report = { outcome: settled, provider_reference: 'op-1', raw: {}, names_collection_only: true };
    await applyTransferOutcome(ctx, refunds, refund, report, 'inquiry');
    expect(await readRefund(ctx, refund)).toMatchObject({ status: 'success', needs_review: false });
  });

  it('leaves nothing to refund', async () => {
    const { checkout, refund } = await makeFailed();
    await hear(refund, settled);
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This was already refunded in full.',
    });
  });

  it('needs review if the operator has reversed the payment meanwhile: the customer has the money twice', async () => {
    const { checkout, refund } = await makeFailed();
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    if (!attempt) throw new Error('there is no attempt');
    const outcome: Outcome = { kind: 'reversed', operator_code: 'R7', money: null };
    await applyOutcome(ctx, keyOf(attempt), { outcome, provider_reference: null, raw: {} }, 'callback');
    expect((await summarize(ctx, checkout)).payment).toBe('reversed');
    await hear(refund, settled);
    expect(await readRefund(ctx, refund)).toMatchObject({ status: 'success', needs_review: true });
  });

  it('is serialized with a concurrent new refund', async () => {
    for (let time = 0; time < 10; time++) {
      const { checkout, refund } = await makeFailed();
      const [, made] = await Promise.all([
        hear(refund, settled),
        makeRefund(ctx, checkout).then(
          () => true,
          () => false,
        ),
      ]);
      expect((await readRefund(ctx, refund)).needs_review).toBe(made);
    }
  });
});
