import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { listTransferEvents, readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { accounts } from '../ledger/accounts.ts';
import type { TransferStatus } from '../platform/database/tables/transfers.ts';
import { paymentOf } from './postings.ts';
import { listTransitions } from './queries.ts';
import { type TransferEvent, transfer_rules } from './states.ts';
import { exerciseTransfer } from './testing/exercise-transfer.ts';
import type { Transfer } from './transfer.ts';
import { type TransferChange, transitionTransfer } from './transition.ts';

exerciseTransfer('changing', (subject) => {
  const { kind } = subject;
  const { noun } = kind;
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
  });
  afterAll(() => ctx.database.close());

  type End = 'success' | 'failed' | 'reversed';
  /**
   * Repeats design section 5: for each status and each event, the status to which the event leads; null if the
   * event is refused.
   */
  const expected: Readonly<
    Record<TransferStatus, Readonly<Record<TransferEvent, 'processing' | End | null>>>
  > = {
    pending: {
      sending: 'processing',
      settled: 'success',
      refused: 'failed',
      reopened: null,
      reversed: 'reversed',
    },
    processing: {
      sending: null,
      settled: 'success',
      refused: 'failed',
      reopened: null,
      reversed: 'reversed',
    },
    failed: {
      sending: null,
      settled: 'success',
      refused: null,
      reopened: 'processing',
      reversed: 'reversed',
    },
    success: { sending: null, settled: null, refused: null, reopened: null, reversed: 'reversed' },
    reversed: { sending: null, settled: 'success', refused: null, reopened: null, reversed: null },
  };
  const told = {
    success: `1 ${noun}.successful`,
    failed: `1 ${noun}.failed`,
    reversed: `1 ${kind.reversed_event}`,
    processing: null,
  };
  const pairs = Object.entries(expected).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => ({
      from: from as TransferStatus,
      event: event as TransferEvent,
      to,
    })),
  );

  const at = new Date('2040-03-01T11:00:00Z');

  /** Makes a real transfer, and sets its status to `status`. */
  async function makeOneThatIs(status: TransferStatus): Promise<Transfer> {
    const key = await subject.make(ctx, caller, '00', { amount: 1 });
    const ended_at = status === 'success' ? at : null;
    const reversed_at = status === 'reversed' ? at : null;
    await ctx.db
      .updateTable(`${noun}s`)
      .set({ status, reversed_at, [kind.ended_at]: ended_at })
      .where('id', '=', key.id)
      .execute();
    return readTransfer(ctx, kind, key);
  }

  /** Fields that the schema requires for the status to which an event leads. */
  const factsOf = (event: TransferEvent) => ({
    provider_reference: 'op-1',
    [kind.ended_at]: event === 'settled' ? at : null,
    reversed_at: event === 'reversed' ? at : null,
  });

  function apply(transfer: Transfer, event: TransferEvent, more: Partial<TransferChange> = {}) {
    const facts = factsOf(event);
    const change = { event, via: 'callback', at, raw: { said: 'so' }, facts, ...more } as const;
    return ctx.db.transaction().execute((tx) => transitionTransfer(ctx, tx, kind, transfer, change));
  }

  const look = async (transfer: Transfer) => ({
    row: await readTransfer(ctx, kind, transfer),
    history: await listTransitions(ctx.db, kind, transfer),
    ...(await summarizeTransfer(ctx, kind, transfer)),
  });

  describe('a transfer', () => {
    it.each(pairs.filter(({ to }) => to !== null))(
      'that is $from becomes $to on the event $event',
      async (pair) => {
        const { from, event, to } = pair;
        if (to === null) return;
        const transfer = await makeOneThatIs(from);
        const changed = await apply(transfer, event);
        const { row, history, events } = await look(transfer);
        expect(row).toEqual({
          ...transfer,
          status: to,
          sequence: 1,
          ...factsOf(event),
        });
        expect(changed).toEqual(row);
        expect(history).toEqual([
          {
            merchant_id: transfer.merchant_id,
            [`${noun}_id`]: transfer.id,
            sequence: 1,
            from_status: from,
            event,
            to_status: to,
            via: 'callback',
            raw: { said: 'so' },
            created_at: at,
          },
        ]);
        expect(events).toEqual(told[to] === null ? [] : [told[to]]);
        expect((await listTransferEvents(ctx, transfer)).map(({ data }) => data.status)).toEqual(
          events.map(() => to),
        );
      },
    );

    it.each(pairs.filter(({ to }) => to === null))(
      'that is $from refuses the event $event and does not change',
      async ({ from, event }) => {
        const transfer = await makeOneThatIs(from);
        const before = await look(transfer);
        expect(
          await apply(transfer, event, { posting: paymentOf(kind.books, transfer, at) }),
        ).toBeUndefined();
        expect(await look(transfer)).toEqual(before);
      },
    );

    it('that was changed by another transaction after it was read is left alone', async () => {
      const transfer = await makeOneThatIs('processing');
      await apply(transfer, 'refused');
      const before = await look(transfer);
      expect(
        await apply(transfer, 'settled', { posting: paymentOf(kind.books, transfer, at) }),
      ).toBeUndefined();
      expect(await look(transfer)).toEqual(before);
    });

    it('changes together with its ledger entries, or not at all', async () => {
      const transfer = await makeOneThatIs('processing');
      const before = await look(transfer);
      const off = {
        ...paymentOf(kind.books, transfer, at),
        lines: [{ account: accounts.fees, amount_minor: 1n }],
      };
      await expect(apply(transfer, 'settled', { posting: off })).rejects.toThrow('off by 1');
      expect(await look(transfer)).toEqual(before);
      await apply(transfer, 'settled', { posting: paymentOf(kind.books, transfer, at) });
      expect((await look(transfer)).entries.slice(2)).toEqual([
        `${noun}_paid ${noun}s_in_flight 1`,
        `${noun}_paid operator_clearing:sandbox -1`,
      ]);
    });

    it('cannot be booked twice for the same change: the database refuses it', async () => {
      const transfer = await makeOneThatIs('processing');
      await apply(transfer, 'settled', { posting: paymentOf(kind.books, transfer, at) });
      const again = await makeOneThatIs('processing');
      await expect(
        apply(again, 'settled', { posting: paymentOf(kind.books, transfer, at) }),
      ).rejects.toMatchObject({
        constraint: `ledger_transactions_${noun}`,
      });
    });

    it('has an append-only history', async () => {
      await apply(await makeOneThatIs('pending'), 'sending');
      for (const statement of [`delete from ${noun}_transitions`, `truncate ${noun}_transitions`]) {
        await expect(ctx.pool.query(statement)).rejects.toThrow(`${noun}_transitions is append-only`);
      }
    });
  });

  describe('the table of states', () => {
    it('matches the expected transitions, without repeated pairs', () => {
      const walked = pairs.filter(({ to }) => to !== null);
      const byName = (rule: { from: string; event: string }): string => `${rule.from} ${rule.event}`;
      expect(transfer_rules.map(byName).toSorted()).toEqual(walked.map(byName).toSorted());
    });

    it('leads to success only through a settlement, and out of it only through a reversal', () => {
      expect(transfer_rules.filter(({ from }) => from === 'success').map(({ event }) => event)).toEqual([
        'reversed',
      ]);
      const ways = transfer_rules.filter(({ to }) => to === 'success').map(({ event }) => event);
      expect(new Set(ways)).toEqual(new Set(['settled']));
    });
  });
});
