import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../test-support/jobs.ts';
import { balancesOf } from '../../../../test-support/payouts.ts';
import {
  jobOf,
  listTransferEvents,
  readTransfer,
  summarizeTransfer,
} from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../ledger/check.ts';
import { reverseSandboxObject } from '../operations/sandbox/reverse.ts';
import type { Via } from '../payments/attempt/transition.ts';
import { service_actor } from '../platform/actor/actor.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { sendTransfer } from './send.ts';
import { entriesOf, exerciseTransfer } from './testing/exercise-transfer.ts';
import type { TransferKey } from './transfer.ts';

exerciseTransfer('a reversal', (subject) => {
  const { kind, amount } = subject;
  const { noun, reversed_event } = kind;
  const entries = entriesOf(subject);
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
  });
  afterAll(() => ctx.database.close());
  beforeEach(() => dropJobs(ctx));
  afterEach(async () => {
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  const money = { amount_minor: BigInt(amount), currency: asCurrency('XOF') };
  const settled: Outcome = { kind: 'settled', money };
  const failed: Outcome = { kind: 'failed', reason: 'other', operator_code: 'E1' };
  const reversed: Outcome = { kind: 'reversed', operator_code: 'R7', money };

  async function makeSent(): Promise<TransferKey> {
    const transfer = await subject.make(ctx, caller, '22');
    await sendTransfer(ctx, service_actor, { kind: kind, job: jobOf(kind, transfer) });
    await dropJobs(ctx);
    return transfer;
  }
  async function makePaidOne(): Promise<TransferKey> {
    const transfer = await makeSent();
    await hear(transfer, settled);
    return transfer;
  }
  const hear = (transfer: TransferKey, outcome: Outcome, via: Via = 'callback'): Promise<void> =>
    applyTransferOutcome(ctx, kind, transfer, { outcome, provider_reference: 'op-1', raw: {} }, via);

  const paid = [...entries.reserved, ...entries.paid];
  const certain = { needs_review: false, unknown_cause: null };
  const taken_back = {
    ...certain,
    status: 'reversed',
    events: [`1 ${noun}.successful`, `2 ${reversed_event}`],
    entries: [...paid, ...entries.reversed],
  };

  it.each([
    ['callback', reversed],
    ['inquiry', reversed],
    ['callback', { ...reversed, money: null }],
  ] as const)(
    'a success that is reversed, as reported by %s, returns its money to its source once',
    async (via, outcome) => {
      const before = await balancesOf(ctx, caller);
      const transfer = await makePaidOne();
      for (let round = 0; round < 3; round++) await hear(transfer, outcome, via);
      await hear(transfer, failed, via);
      expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(taken_back);
      const { data } = (await listTransferEvents<object>(ctx, transfer)).at(-1) ?? {};
      expect(data).toMatchObject({
        status: 'reversed',
        failure: null,
        reversal: { operator_code: 'R7', reversed_at: expect.stringContaining('T') },
      });
      if (noun === 'payout') expect(await balancesOf(ctx, caller)).toEqual(before);
    },
  );

  it('concurrent reversals are booked once', async () => {
    const transfer = await makePaidOne();
    await Promise.all(Array.from({ length: 6 }, () => hear(transfer, reversed)));
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(taken_back);
  });

  it('a reversal of an open or failed transfer leaves its money at its source', async () => {
    const [open, refused] = [await makeSent(), await makeSent()];
    await hear(refused, failed);
    for (const transfer of [open, refused]) await hear(transfer, reversed);
    const back = [...entries.reserved, ...entries.returned];
    expect(await summarizeTransfer(ctx, kind, open)).toEqual({
      ...certain,
      status: 'reversed',
      events: [`1 ${reversed_event}`],
      entries: back,
    });
    expect(await summarizeTransfer(ctx, kind, refused)).toMatchObject({
      status: 'reversed',
      events: [`1 ${noun}.failed`, `2 ${reversed_event}`],
      entries: back,
    });
    // The report of the earlier success arrives after that of the reversal.
    for (const transfer of [open, refused]) {
      await hear(transfer, settled);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'reversed',
        entries: back,
      });
    }
  });

  it('a reversal of a different amount moves no money and needs review', async () => {
    const transfer = await makePaidOne();
    const part: Outcome = { ...reversed, money: { ...money, amount_minor: 1n } };
    await hear(transfer, part);
    const expected = {
      status: 'success',
      needs_review: true,
      unknown_cause: 'reversed_in_part',
      entries: paid,
    };
    expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject(expected);
  });

  describe('a reversal of a different amount that is reported before the success', () => {
    const part: Outcome = { ...reversed, money: { ...money, amount_minor: 1n } };
    const doubted = { needs_review: true, unknown_cause: 'reversed_in_part' };

    it.each([
      ['a success', settled, { status: 'success', entries: paid }],
      ['a failure', failed, { status: 'failed', entries: [...entries.reserved, ...entries.returned] }],
    ] as const)('still needs review after %s', async (_, end, expected) => {
      const transfer = await makeSent();
      await hear(transfer, part);
      await hear(transfer, { kind: 'pending', action: null }, 'inquiry');
      await hear(transfer, { kind: 'unknown', cause: 'timeout' }, 'inquiry');
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        status: 'processing',
        ...doubted,
      });
      await hear(transfer, end);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({ ...expected, ...doubted });
    });

    it('is resolved by a person, and not raised again by a repeated report', async () => {
      const transfer = await makeSent();
      await hear(transfer, part);
      await hear(transfer, settled, 'person');
      await hear(transfer, part);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        ...{ status: 'success', needs_review: false, entries: paid },
      });
    });

    it('proves that a transfer was sent that is not recorded as sent', async () => {
      const transfer = await subject.make(ctx, caller, '00');
      await hear(transfer, part, 'inquiry');
      await advance(ctx, 0);
      expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
        ...{ status: 'processing', entries: entries.reserved, ...doubted },
      });
    });
  });

  it('a success after a reversal moves no money; a callback about it causes an inquiry, and an inquiry leads to a review', async () => {
    const transfer = await makePaidOne();
    await hear(transfer, reversed);
    await hear(transfer, settled);
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(taken_back);
    expect(await listJobs(ctx, 'second_look')).toMatchObject([{ payload: { kind: noun, id: transfer.id } }]);
    await hear(transfer, settled, 'answer');
    await hear(transfer, settled, 'inquiry');
    const doubted = { ...taken_back, needs_review: true, unknown_cause: 'paid_after_reversal' };
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(doubted);
    await hear(transfer, reversed, 'inquiry');
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(taken_back);
    // Only a person can decide that it was paid after all.
    await hear(transfer, settled, 'person');
    expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
      status: 'success',
      events: [...taken_back.events, `3 ${noun}.successful`],
      entries: [...taken_back.entries, ...entries.paid_late],
    });
    expect(await readTransfer(ctx, kind, transfer)).toMatchObject({ reversed_at: null, reversal_code: null });
    // A callback may repeat the reversal that the person has overruled.
    await dropJobs(ctx);
    for (let round = 0; round < 2; round++) await hear(transfer, reversed);
    expect((await readTransfer(ctx, kind, transfer)).status).toBe('success');
    expect(await listJobs(ctx, 'second_look')).toMatchObject([{ payload: { kind: noun, id: transfer.id } }]);
    await hear(transfer, reversed, 'inquiry');
    expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
      status: 'reversed',
      entries: [...taken_back.entries, ...entries.paid_late, ...entries.reversed],
    });
  });

  describe('a failure reported after a success', () => {
    it.each([
      ['a success', settled, { status: 'success', needs_review: false, unknown_cause: null }],
      ['a reversal', reversed, { status: 'reversed', needs_review: false, unknown_cause: null }],
      ['a failure', failed, { status: 'success', needs_review: true, unknown_cause: 'failed_after_success' }],
      [
        'a success with a different amount',
        { ...settled, money: { ...money, amount_minor: 1n } },
        { status: 'success', needs_review: true, unknown_cause: 'amount_changed' },
      ],
    ] as const)(
      'needs review unless an inquiry then reports the same success or a reversal (here: %s)',
      async (_, said, expected) => {
        const transfer = await makePaidOne();
        await hear(transfer, failed);
        expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject({
          status: 'success',
          needs_review: true,
          unknown_cause: 'failed_after_success',
        });
        await hear(transfer, said, 'inquiry');
        expect(await summarizeTransfer(ctx, kind, transfer)).toMatchObject(expected);
      },
    );
  });

  it('a reversal of a transfer can be simulated in the sandbox', async () => {
    const transfer = await subject.make(ctx, caller, '00');
    await expect(reverseSandboxObject(ctx, command, transfer.id)).rejects.toMatchObject({ code: 'conflict' });
    await sendTransfer(ctx, service_actor, { kind: kind, job: jobOf(kind, transfer) });
    await reverseSandboxObject(ctx, command, transfer.id);
    await advance(ctx, 5_000);
    expect(await summarizeTransfer(ctx, kind, transfer)).toEqual(taken_back);
    await expect(reverseSandboxObject(ctx, command, transfer.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
