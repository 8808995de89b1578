import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { ordersOf } from '../../../../test-support/orders.ts';
import { jobOf, readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Via } from '../payments/attempt/transition.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { sendTransfer } from './send.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';
import type { TransferKey } from './transfer.ts';

exerciseTransfer('applying outcomes', (subject) => {
  const { kind, amount } = subject;
  const { noun } = kind;
  const amount_minor = BigInt(amount);
  const entries = entriesOf(subject);
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
  });
  afterAll(() => ctx.database.close());
  afterEach(async () => {
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  const xof = asCurrency('XOF');
  const settled: Outcome = { kind: 'settled', money: { amount_minor, currency: xof } };
  const failed: Outcome = { kind: 'failed', reason: 'not_registered', operator_code: 'E06' };
  const pending: Outcome = { kind: 'pending', action: null };
  const unknown: Outcome = { kind: 'unknown', cause: 'timeout' };

  const answerOf = (outcome: Outcome, provider_reference: string | null = 'op-1'): ConnectorAnswer => ({
    outcome,
    provider_reference,
    raw: { kind: outcome.kind },
  });

  /** Makes a transfer that was sent, and whose only outcomes are those that the test applies. */
  async function makeSent(): Promise<TransferKey> {
    const transfer = await subject.make(ctx, caller, '22');
    await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
    return transfer;
  }

  const hear = (transfer: TransferKey, outcome: Outcome, via: Via = 'inquiry'): Promise<void> =>
    applyTransferOutcome(ctx, kind, transfer, answerOf(outcome), via);

  const { reserved } = entries;
  const certain = { needs_review: false, unknown_cause: null };
  const paid = {
    ...certain,
    status: 'success',
    events: [`1 ${noun}.successful`],
    entries: [...reserved, ...entries.paid],
  };
  const refused = {
    ...certain,
    status: 'failed',
    events: [`1 ${noun}.failed`],
    entries: [...reserved, ...entries.returned],
  };
  const paid_late = {
    // Needs review because the merchant may have sent a payout again meanwhile.
    ...(noun === 'payout' ? { needs_review: true, unknown_cause: 'paid_after_failure' } : certain),
    status: 'success',
    events: [`1 ${noun}.failed`, `2 ${noun}.successful`],
    entries: [...refused.entries, ...entries.paid_late],
  };
  const waiting = { ...certain, status: 'processing', events: [], entries: reserved };

  /**
   * The final outcomes. Callbacks and an inquiry report them; the response to the request may also be pending or
   * unknown.
   */
  const truths = [
    { name: 'settled', truth: settled, in_the_end: paid },
    { name: 'failed', truth: failed, in_the_end: refused },
  ];
  const ways = truths.flatMap((one) =>
    [one.truth, pending, unknown].map((outcome) => ({ ...one, answer: outcome.kind, outcome })),
  );

  describe('outcomes of a transfer', () => {
    it.each(ways)('have the same result in every order: $name, with the response $answer', async (way) => {
      const callback = { via: 'callback', outcome: way.truth } as const;
      const news: { via: Via; outcome: Outcome }[] = [
        { via: 'answer', outcome: way.outcome },
        ...[callback, callback],
        { via: 'inquiry', outcome: way.truth },
      ];
      for (const order of ordersOf(news)) {
        const transfer = await makeSent();
        for (const { via, outcome } of order) await hear(transfer, outcome, via);
        expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(way.in_the_end);
      }
    });

    it.each(ways)('have the same result concurrently: $name, with the response $answer', async (way) => {
      const transfer = await makeSent();
      const told = Array.from({ length: 8 }, () => hear(transfer, way.truth, 'callback'));
      await Promise.all([hear(transfer, way.outcome, 'answer'), ...told]);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(way.in_the_end);
    });

    it('book a success after a failure once, and ignore a failure after a success', async () => {
      const transfer = await makeSent();
      for (const outcome of [failed, settled, failed, settled, pending, unknown])
        await hear(transfer, outcome);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(paid_late);
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
        failure_reason: null,
        failure_operator_code: null,
      });
    });

    it('that are pending or unknown change neither status nor money, and emit no event', async () => {
      const transfer = await makeSent();
      for (const [outcome, unknown_cause] of [
        [pending, null],
        [unknown, 'timeout'],
        [pending, null],
      ] as const) {
        await hear(transfer, outcome);
        expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({ ...waiting, unknown_cause });
      }
    });

    it('are applied even if the transfer is not recorded as sent', async () => {
      const [one, other] = [await subject.make(ctx, caller, '22'), await subject.make(ctx, caller, '22')];
      await hear(one, settled, 'callback');
      await hear(other, failed, 'callback');
      expect(await summarizeTransfer(ctx, kind, one)).toEqual(paid);
      expect(await summarizeTransfer(ctx, kind, other)).toEqual(refused);
      // The job that runs afterwards sends nothing.
      for (const transfer of [one, other])
        await sendTransfer(ctx, service_actor, { kind, job: jobOf(kind, transfer) });
      expect(await readTransfer(ctx, kind, one)).toMatchObject({ status: 'success', sent_at: null });
      expect(await readTransfer(ctx, kind, other)).toMatchObject({ status: 'failed', sent_at: null });
    });
  });

  describe('a transfer', () => {
    it('keeps the operator’s reference once it is known', async () => {
      const transfer = await makeSent();
      await applyTransferOutcome(ctx, kind, transfer, answerOf(pending, 'op-7'), 'callback');
      await applyTransferOutcome(ctx, kind, transfer, answerOf(unknown, null), 'inquiry');
      expect((await readTransfer(ctx, kind, transfer)).provider_reference).toBe('op-7');
      await applyTransferOutcome(ctx, kind, transfer, answerOf(settled, null), 'inquiry');
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
        provider_reference: 'op-7',
        [kind.ended_at]: ctx.clock.now(),
      });
    });

    it('stores our reason and the operator’s code when it fails', async () => {
      const transfer = await makeSent();
      await hear(transfer, failed);
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({
        failure_reason: 'not_registered',
        failure_operator_code: 'E06',
        [kind.ended_at]: null,
      });
    });
  });

  describe('an amount other than requested', () => {
    const less: Outcome = { kind: 'settled', money: { amount_minor: amount_minor - 1n, currency: xof } };
    const more: Outcome = { kind: 'settled', money: { amount_minor: amount_minor + 1n, currency: xof } };
    const other: Outcome = { kind: 'settled', money: { amount_minor, currency: asCurrency('XAF') } };
    const for_a_person = { ...waiting, needs_review: true, unknown_cause: 'amount_mismatch' };

    it.each([
      ['less', less, { amount_minor: String(amount - 1), currency: 'XOF' }],
      ['more', more, { amount_minor: String(amount + 1), currency: 'XOF' }],
      ['a different currency', other, { amount_minor: String(amount), currency: 'XAF' }],
    ])('(%s) leaves the transfer for review, neither paid nor released', async (_, outcome, mismatch) => {
      const transfer = await makeSent();
      for (const heard of [outcome, pending, unknown, outcome]) await hear(transfer, heard, 'callback');
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(for_a_person);
      expect(await readTransfer(ctx, kind, transfer)).toMatchObject({ mismatch, [kind.ended_at]: null });
    });

    it('is stored as it was first reported', async () => {
      const transfer = await makeSent();
      await hear(transfer, less);
      await hear(transfer, more);
      expect((await readTransfer(ctx, kind, transfer)).mismatch).toEqual({
        amount_minor: String(amount - 1),
        currency: 'XOF',
      });
    });

    it('is recorded for a failed transfer, which remains failed', async () => {
      const transfer = await makeSent();
      await hear(transfer, failed);
      await hear(transfer, less);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual({
        ...refused,
        needs_review: true,
        unknown_cause: 'amount_mismatch',
      });
    });

    it('makes a paid transfer need review once, and moves no money', async () => {
      const transfer = await makeSent();
      await hear(transfer, settled);
      const doubted = { ...paid, needs_review: true, unknown_cause: 'amount_changed' };
      await hear(transfer, less);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(doubted);
      // This has the same effect as if a person had resolved the transfer as settled.
      await ctx.pool.query(`update ${noun}s set needs_review = false where id = $1`, [transfer.id]);
      await hear(transfer, less);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({ needs_review: false });
    });

    it('does not prevent the right amount from settling', async () => {
      const transfer = await makeSent();
      await hear(transfer, less);
      await hear(transfer, settled);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(paid);
    });
  });
});
