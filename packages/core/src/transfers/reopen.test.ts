import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { makePaid, makeRefund } from '../../../../test-support/refunds.ts';
import { jobOf, summarizeTransfer } from '../../../../test-support/transfers.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Via } from '../payments/attempt/transition.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { sendTransfer } from './send.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';
import type { TransferKey } from './transfer.ts';

exerciseTransfer('reopening', (subject) => {
  const { kind, amount } = subject;
  const { noun } = kind;
  const { reserved, returned, reopened, paid } = entriesOf(subject);
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await makeTestContext();
  });
  afterAll(() => ctx.database.close());
  afterEach(async () => {
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  const money = { amount_minor: BigInt(amount), currency: asCurrency('XOF') };
  const settled: Outcome = { kind: 'settled', money };
  const failed: Outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' };
  const pending: Outcome = { kind: 'pending', action: null };
  const unknown: Outcome = { kind: 'unknown', cause: 'timeout' };
  const reversed: Outcome = { kind: 'reversed', operator_code: 'R1', money: null };

  const hear = (transfer: TransferKey, outcome: Outcome, via: Via): Promise<void> =>
    applyTransferOutcome(ctx, kind, transfer, { outcome, provider_reference: null, raw: null }, via);
  const look = (transfer: TransferKey) => summarizeTransfer(ctx, kind, transfer);

  async function makeFailed(): Promise<TransferKey> {
    const caller = await subject.makeMerchant(ctx);
    const transfer = await subject.make(ctx, caller, '22');
    await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
    await hear(transfer, failed, 'callback');
    await dropJobs(ctx);
    return transfer;
  }

  async function makeReopened(): Promise<TransferKey> {
    const transfer = await makeFailed();
    await hear(transfer, pending, 'callback');
    await hear(transfer, pending, 'inquiry');
    return transfer;
  }

  const doubted = {
    status: 'failed',
    needs_review: true,
    unknown_cause: 'accepted_after_failure',
    events: [`1 ${noun}.failed`],
    entries: [...reserved, ...returned],
  };
  const open = { ...doubted, status: 'processing', entries: [...reserved, ...returned, ...reopened] };

  it('a reopened transfer that succeeds needs review in the same cases even if a different amount was reported in between', async () => {
    const transfer = await makeReopened();
    await hear(
      transfer,
      { kind: 'settled', money: { ...money, amount_minor: money.amount_minor - 1n } },
      'callback',
    );
    await hear(transfer, settled, 'inquiry');
    expect(await look(transfer)).toMatchObject({ status: 'success', needs_review: noun === 'payout' });
  });

  it('a reopening waits for an inquiry that confirms it, as callbacks may be late', async () => {
    const transfer = await makeFailed();
    for (let time = 0; time < 3; time++) await hear(transfer, pending, 'callback');
    expect(await look(transfer)).toEqual(doubted);
    expect(await listJobs(ctx, 'second_look')).toHaveLength(1);
    await hear(transfer, failed, 'inquiry');
    expect(await look(transfer)).toEqual({ ...doubted, needs_review: false, unknown_cause: null });
  });

  it('a reopening waits for a second inquiry if the first may have been sent before the refusal', async () => {
    const transfer = await makeFailed();
    await hear(transfer, pending, 'inquiry');
    expect(await look(transfer)).toEqual(doubted);
  });

  it('a reopening reserves the money again and continues the inquiries', async () => {
    const transfer = await makeReopened();
    for (let time = 0; time < 2; time++) await hear(transfer, pending, 'inquiry');
    await hear(transfer, unknown, 'inquiry');
    expect(await look(transfer)).toEqual(open);
    expect(await listJobs(ctx, `follow_${noun}`)).toHaveLength(1);
  });

  it('concurrent reopenings reserve the money once', async () => {
    const transfer = await makeFailed();
    await hear(transfer, pending, 'callback');
    await Promise.all(Array.from({ length: 5 }, () => hear(transfer, pending, 'inquiry')));
    expect(await look(transfer)).toEqual(open);
  });

  it('a reopened transfer can succeed, and a payout then needs review, as it may have been sent again', async () => {
    const transfer = await makeReopened();
    await hear(transfer, settled, 'callback');
    const asked = { needs_review: true, unknown_cause: 'paid_after_failure' };
    expect(await look(transfer)).toEqual({
      ...(noun === 'payout' ? asked : { needs_review: false, unknown_cause: null }),
      status: 'success',
      events: [`1 ${noun}.failed`, `2 ${noun}.successful`],
      entries: [...open.entries, ...paid],
    });
  });

  it('a reopened transfer can be refused again, and reopened again', async () => {
    const transfer = await makeReopened();
    await hear(transfer, failed, 'inquiry');
    const twice = [...open.entries, ...returned];
    const events = [`1 ${noun}.failed`, `2 ${noun}.failed`];
    expect(await look(transfer)).toEqual({
      ...{ status: 'failed', needs_review: false, unknown_cause: null, events, entries: twice },
    });
    await hear(transfer, pending, 'callback');
    await hear(transfer, pending, 'inquiry');
    expect(await look(transfer)).toMatchObject({ status: 'processing', entries: [...twice, ...reopened] });
    await hear(transfer, failed, 'person');
    expect(await look(transfer)).toMatchObject({ status: 'failed', needs_review: false });
  });

  if (noun === 'refund') {
    it('a reopening waits until another refund of the same money ends, and the refund to be reopened needs review', async () => {
      const caller = await subject.makeMerchant(ctx);
      const checkout = await makePaid(ctx, caller, '22');
      const first = await makeRefund(ctx, checkout, { amount: 100 });
      await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, first) });
      await hear(first, failed, 'callback');
      await dropJobs(ctx);
      const second = await makeRefund(ctx, checkout, { amount: 100 });
      await hear(first, pending, 'callback');
      await hear(first, pending, 'inquiry');
      expect(await look(first)).toMatchObject({ status: 'failed', needs_review: true });
      await hear(second, failed, 'callback');
      await hear(first, pending, 'inquiry');
      expect(await look(first)).toMatchObject({ status: 'processing', needs_review: true });
    });
  }

  it('a reversal of a reopened transfer returns the money once', async () => {
    const transfer = await makeReopened();
    await hear(transfer, reversed, 'callback');
    expect(await look(transfer)).toMatchObject({
      status: 'reversed',
      entries: [...open.entries, ...returned],
      needs_review: false,
    });
  });
});
