import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { readTransfer, summarizeTransfer } from '../../../../test-support/transfers.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { accounts } from '../ledger/accounts.ts';
import type { TransferStatus } from '../platform/database/tables/transfers.ts';
import { paymentOf, returnOf } from './postings.ts';
import { listTransitions } from './queries.ts';
import { type TransferEvent, transfer_rules } from './states.ts';
import { exerciseTransfer } from './testing/exercise-transfer.ts';
import type { Transfer } from './transfer.ts';
import { type TransfersChange, transitionTransfer, transitionTransfers } from './transition.ts';

exerciseTransfer('changing many', (subject) => {
  const { kind } = subject;
  const { noun } = kind;
  let ctx: TestContext;
  let caller: Caller;
  beforeAll(async () => {
    ctx = await makeTestContext();
    caller = await subject.makeMerchant(ctx, 10_000_000);
  });
  afterAll(() => ctx.database.close());

  const at = new Date('2040-03-01T11:00:00Z');
  const statuses: readonly TransferStatus[] = ['pending', 'processing', 'failed', 'success', 'reversed'];
  const events = [...new Set(transfer_rules.map(({ event }) => event))];

  /** Makes a real transfer, and sets its status to `status`. */
  async function makeOneThatIs(status: TransferStatus, by = caller): Promise<Transfer> {
    const key = await subject.make(ctx, by, '00', { amount: 1 });
    const ended_at = status === 'success' ? at : null;
    const reversed_at = status === 'reversed' ? at : null;
    await ctx.db
      .updateTable(`${noun}s`)
      .set({ status, reversed_at, [kind.ended_at]: ended_at })
      .where('id', '=', key.id)
      .execute();
    return readTransfer(ctx, kind, key);
  }

  async function makeOneOfEach(): Promise<Transfer[]> {
    const made: Transfer[] = [];
    for (const status of statuses) made.push(await makeOneThatIs(status));
    return made;
  }

  const changeBy = (event: TransferEvent): Omit<TransfersChange<Transfer>, 'postingOf'> => ({
    ...{ event, via: 'callback', at, raw: { said: "it's so" } },
    facts: {
      provider_reference: 'op-1',
      [kind.ended_at]: event === 'settled' ? at : null,
      reversed_at: event === 'reversed' ? at : null,
    },
  });

  const apply = (
    given: readonly Transfer[],
    event: TransferEvent,
    more: Partial<TransfersChange<Transfer>> = {},
  ) =>
    ctx.db
      .transaction()
      .execute((tx) => transitionTransfers(ctx, tx, kind, given, { ...changeBy(event), ...more }));

  const look = async (transfer: Transfer) => ({
    row: await readTransfer(ctx, kind, transfer),
    history: await listTransitions(ctx.db, kind, transfer),
    ...(await summarizeTransfer(ctx, kind, transfer)),
  });

  const names = ['id', 'reference', 'placed_at', 'payment_id', 'attempt_id'];

  /** Reads transfers without their own ids and references, so that they can be compared. */
  async function lookAll(given: readonly Transfer[]) {
    const seen = [];
    for (const transfer of given) {
      const { row, history, ...rest } = await look(transfer);
      const own = Object.entries({ ...row, ...rest }).filter(([column]) => !names.includes(column));
      seen.push({
        ...Object.fromEntries(own),
        history: history.map((step) => ({ ...step, [`${noun}_id`]: null })),
      });
    }
    return seen;
  }

  describe('a bulk transition', () => {
    it.each(events)('of %s has the same effect on each as a single transition', async (event) => {
      const many = await makeOneOfEach();
      const single = await makeOneOfEach();
      const changed = await apply(many, event, {
        postingOf: (transfer) => returnOf(kind.books, transfer, at),
      });
      const alone: Transfer[] = [];
      for (const transfer of single) {
        const change = { ...changeBy(event), posting: returnOf(kind.books, transfer, at) };
        const after = await ctx.db
          .transaction()
          .execute((tx) => transitionTransfer(ctx, tx, kind, transfer, change));
        if (after) alone.push(after);
      }
      const allowed = transfer_rules.filter((rule) => rule.event === event).map(({ from }) => from);
      expect(changed.map(({ id }) => id)).toEqual(
        many.filter(({ status }) => allowed.includes(status)).map(({ id }) => id),
      );
      expect(changed).toHaveLength(alone.length);
      expect(await lookAll(many)).toEqual(await lookAll(single));
      for (const after of changed) expect(await readTransfer(ctx, kind, after)).toEqual(after);
    });

    it('skips rows that were changed by another transaction after they were read', async () => {
      const [first, second] = [await makeOneThatIs('processing'), await makeOneThatIs('processing')];
      await apply([first], 'refused');
      const before = await look(first);
      const changed = await apply([first, second], 'settled', {
        postingOf: (one) => paymentOf(kind.books, one, at),
      });
      expect(changed.map(({ id }) => id)).toEqual([second.id]);
      expect(await look(first)).toEqual(before);
    });

    it('changes all transfers and their ledger entries, or none', async () => {
      const both = [await makeOneThatIs('pending'), await makeOneThatIs('processing')];
      const before = await lookAll(both);
      const postingOf = (transfer: Transfer) =>
        transfer.status === 'pending'
          ? returnOf(kind.books, transfer, at)
          : { ...returnOf(kind.books, transfer, at), lines: [{ account: accounts.fees, amount_minor: 1n }] };
      await expect(apply(both, 'refused', { postingOf })).rejects.toThrow('off by 1');
      expect(await lookAll(both)).toEqual(before);
    });

    it('changes a row once when it is passed twice', async () => {
      const transfer = await makeOneThatIs('pending');
      const changed = await apply([transfer, transfer], 'refused', {
        postingOf: (one) => returnOf(kind.books, one, at),
      });
      expect(changed).toHaveLength(1);
      expect((await look(transfer)).events).toEqual([`1 ${noun}.failed`]);
    });

    it('of no rows does nothing', async () => {
      expect(await apply([], 'refused')).toEqual([]);
    });

    it('of two merchants throws', async () => {
      const other = await makeOneThatIs('pending', await subject.makeMerchant(ctx, 10_000_000));
      const own = await makeOneThatIs('pending');
      await expect(apply([own, other], 'refused')).rejects.toThrow('of one merchant and mode');
      expect((await look(own)).history).toEqual([]);
    });
  });
});
