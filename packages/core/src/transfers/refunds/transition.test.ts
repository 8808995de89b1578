import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  listRefundEvents,
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import type { RefundStatus } from '../../platform/database/tables/refunds.ts';
import { paymentOf } from '../postings.ts';
import { listTransitions } from '../queries.ts';
import { type TransferEvent, transfer_rules } from '../states.ts';
import { type TransferChange, transitionTransfer } from '../transition.ts';
import { refunds } from './kind.ts';
import type { Refund } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeSeller(ctx);
});
afterAll(() => ctx.database.close());

type End = 'success' | 'failed';
/** Design section 5, written out once more: what each event makes of each status, or null where it is refused. */
const expected: Readonly<Record<RefundStatus, Readonly<Record<TransferEvent, 'processing' | End | null>>>> = {
  pending: { sending: 'processing', settled: 'success', refused: 'failed' },
  processing: { sending: null, settled: 'success', refused: 'failed' },
  failed: { sending: null, settled: 'success', refused: null },
  success: { sending: null, settled: null, refused: null },
};
const told = { success: '1 refund.successful', failed: '1 refund.failed', processing: null };
const pairs = Object.entries(expected).flatMap(([from, events]) =>
  Object.entries(events).map(([event, to]) => ({
    from: from as RefundStatus,
    event: event as TransferEvent,
    to,
  })),
);

const at = new Date('2040-03-01T11:00:00Z');

/** A real refund whose status was put to `status`. */
async function makeRefundThatIs(status: RefundStatus): Promise<Refund> {
  const key = await makeRefund(ctx, await makePaid(ctx, caller), { amount: 1 });
  const refunded_at = status === 'success' ? at : null;
  await ctx.db.updateTable('refunds').set({ status, refunded_at }).where('id', '=', key.id).execute();
  return readRefund(ctx, key);
}

function apply(refund: Refund, event: TransferEvent, more: Partial<TransferChange> = {}) {
  const facts = { provider_reference: 'op-1', refunded_at: event === 'settled' ? at : null };
  const change = { event, via: 'callback', at, raw: { said: 'so' }, facts, ...more } as const;
  return ctx.db.transaction().execute((tx) => transitionTransfer(ctx, tx, refunds, refund, change));
}

const look = async (refund: Refund) => ({
  row: await readRefund(ctx, refund),
  history: await listTransitions(ctx.db, refunds, refund),
  ...(await summarizeRefund(ctx, refund)),
});

describe('a refund', () => {
  it.each(pairs.filter(({ to }) => to !== null))('that is $from: $event makes it $to', async (pair) => {
    const { from, event, to } = pair;
    if (to === null) return;
    const refund = await makeRefundThatIs(from);
    const changed = await apply(refund, event);
    const { row, history, events } = await look(refund);
    expect(row).toEqual({
      ...refund,
      status: to,
      sequence: 1,
      provider_reference: 'op-1',
      refunded_at: event === 'settled' ? at : null,
    });
    expect(changed).toEqual(row);
    expect(history).toEqual([
      {
        merchant_id: refund.merchant_id,
        refund_id: refund.id,
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
    expect((await listRefundEvents(ctx, refund)).map(({ data }) => data.status)).toEqual(
      events.map(() => to),
    );
  });

  it.each(pairs.filter(({ to }) => to === null))(
    'that is $from: $event is refused and changes nothing',
    async ({ from, event }) => {
      const refund = await makeRefundThatIs(from);
      const before = await look(refund);
      expect(await apply(refund, event, { posting: paymentOf(refunds.books, refund, at) })).toBeUndefined();
      expect(await look(refund)).toEqual(before);
    },
  );

  it('that was changed by someone else since it was read is left alone', async () => {
    const refund = await makeRefundThatIs('processing');
    await apply(refund, 'refused');
    const before = await look(refund);
    expect(await apply(refund, 'settled', { posting: paymentOf(refunds.books, refund, at) })).toBeUndefined();
    expect(await look(refund)).toEqual(before);
  });

  it('is changed with its money, or not at all', async () => {
    const refund = await makeRefundThatIs('processing');
    const before = await look(refund);
    const off = {
      ...paymentOf(refunds.books, refund, at),
      lines: [{ account: accounts.fees, amount_minor: 1n }],
    };
    await expect(apply(refund, 'settled', { posting: off })).rejects.toThrow('off by 1');
    expect(await look(refund)).toEqual(before);
    await apply(refund, 'settled', { posting: paymentOf(refunds.books, refund, at) });
    expect((await look(refund)).entries.slice(2)).toEqual([
      'refund_paid refunds_in_flight 1',
      'refund_paid operator_clearing:sandbox -1',
    ]);
  });

  it('cannot be booked twice for the same thing: the database refuses it', async () => {
    const refund = await makeRefundThatIs('processing');
    await apply(refund, 'settled', { posting: paymentOf(refunds.books, refund, at) });
    const again = await makeRefundThatIs('processing');
    await expect(
      apply(again, 'settled', { posting: paymentOf(refunds.books, refund, at) }),
    ).rejects.toMatchObject({
      constraint: 'ledger_transactions_refund',
    });
  });

  it('has a history that nobody can rewrite', async () => {
    await apply(await makeRefundThatIs('pending'), 'sending');
    for (const statement of ['delete from refund_transitions', 'truncate refund_transitions']) {
      await expect(ctx.pool.query(statement)).rejects.toThrow('refund_transitions is append-only');
    }
  });
});

describe('the table of refunds', () => {
  it('says what was walked above, and no pair twice', () => {
    const walked = pairs.filter(({ to }) => to !== null);
    const byName = (rule: { from: string; event: string }): string => `${rule.from} ${rule.event}`;
    expect(transfer_rules.map(byName).toSorted()).toEqual(walked.map(byName).toSorted());
  });

  it('lets nothing but the operator’s yes lead to success, and nothing lead out of it', () => {
    expect(transfer_rules.filter(({ from }) => from === 'success')).toEqual([]);
    const ways = transfer_rules.filter(({ to }) => to === 'success').map(({ event }) => event);
    expect(new Set(ways)).toEqual(new Set(['settled']));
  });
});
