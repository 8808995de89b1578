import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  listPayoutEvents,
  makePayer,
  makePayout,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import type { PayoutStatus } from '../../platform/database/tables/payouts.ts';
import { paymentOf } from '../postings.ts';
import { listTransitions } from '../queries.ts';
import { type TransferEvent, transfer_rules } from '../states.ts';
import { type TransferChange, transitionTransfer } from '../transition.ts';
import { payouts } from './kind.ts';
import type { Payout } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 1_000_000);
});
afterAll(() => ctx.database.close());

type End = 'success' | 'failed';
/** Design section 5, written out once more: what each event makes of each status, or null where it is refused. */
const expected: Readonly<Record<PayoutStatus, Readonly<Record<TransferEvent, 'processing' | End | null>>>> = {
  pending: { sending: 'processing', settled: 'success', refused: 'failed' },
  processing: { sending: null, settled: 'success', refused: 'failed' },
  failed: { sending: null, settled: 'success', refused: null },
  success: { sending: null, settled: null, refused: null },
};
const told = { success: '1 payout.successful', failed: '1 payout.failed', processing: null };
const pairs = Object.entries(expected).flatMap(([from, events]) =>
  Object.entries(events).map(([event, to]) => ({
    from: from as PayoutStatus,
    event: event as TransferEvent,
    to,
  })),
);

const at = new Date('2040-03-01T11:00:00Z');

/** A real payout whose status was put to `status`. */
async function makePayoutThatIs(status: PayoutStatus): Promise<Payout> {
  const key = await makePayout(ctx, caller, '00', { amount: 1 });
  const paid_at = status === 'success' ? at : null;
  await ctx.db.updateTable('payouts').set({ status, paid_at }).where('id', '=', key.id).execute();
  return readPayout(ctx, key);
}

function apply(payout: Payout, event: TransferEvent, more: Partial<TransferChange> = {}) {
  const facts = { provider_reference: 'op-1', paid_at: event === 'settled' ? at : null };
  const change = { event, via: 'callback', at, raw: { said: 'so' }, facts, ...more } as const;
  return ctx.db.transaction().execute((tx) => transitionTransfer(ctx, tx, payouts, payout, change));
}

const look = async (payout: Payout) => ({
  row: await readPayout(ctx, payout),
  history: await listTransitions(ctx.db, payouts, payout),
  ...(await summarizePayout(ctx, payout)),
});

describe('a payout', () => {
  it.each(pairs.filter(({ to }) => to !== null))('that is $from: $event makes it $to', async (pair) => {
    const { from, event, to } = pair;
    if (to === null) return;
    const payout = await makePayoutThatIs(from);
    const changed = await apply(payout, event);
    const { row, history, events } = await look(payout);
    expect(row).toEqual({
      ...payout,
      status: to,
      sequence: 1,
      provider_reference: 'op-1',
      paid_at: event === 'settled' ? at : null,
    });
    expect(changed).toEqual(row);
    expect(history).toEqual([
      {
        merchant_id: payout.merchant_id,
        payout_id: payout.id,
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
    expect((await listPayoutEvents(ctx, payout)).map(({ data }) => data.status)).toEqual(
      events.map(() => to),
    );
  });

  it.each(pairs.filter(({ to }) => to === null))(
    'that is $from: $event is refused and changes nothing',
    async ({ from, event }) => {
      const payout = await makePayoutThatIs(from);
      const before = await look(payout);
      expect(await apply(payout, event, { posting: paymentOf(payouts.books, payout, at) })).toBeUndefined();
      expect(await look(payout)).toEqual(before);
    },
  );

  it('that was changed by someone else since it was read is left alone', async () => {
    const payout = await makePayoutThatIs('processing');
    await apply(payout, 'refused');
    const before = await look(payout);
    expect(await apply(payout, 'settled', { posting: paymentOf(payouts.books, payout, at) })).toBeUndefined();
    expect(await look(payout)).toEqual(before);
  });

  it('is changed with its money, or not at all', async () => {
    const payout = await makePayoutThatIs('processing');
    const before = await look(payout);
    const off = {
      ...paymentOf(payouts.books, payout, at),
      lines: [{ account: accounts.fees, amount_minor: 1n }],
    };
    await expect(apply(payout, 'settled', { posting: off })).rejects.toThrow('off by 1');
    expect(await look(payout)).toEqual(before);
    await apply(payout, 'settled', { posting: paymentOf(payouts.books, payout, at) });
    expect((await look(payout)).entries.slice(2)).toEqual([
      'payout_paid payouts_in_flight 1',
      'payout_paid operator_clearing:sandbox -1',
    ]);
  });

  it('cannot be booked twice for the same thing: the database refuses it', async () => {
    const payout = await makePayoutThatIs('processing');
    await apply(payout, 'settled', { posting: paymentOf(payouts.books, payout, at) });
    const again = await makePayoutThatIs('processing');
    await expect(
      apply(again, 'settled', { posting: paymentOf(payouts.books, payout, at) }),
    ).rejects.toMatchObject({
      constraint: 'ledger_transactions_payout',
    });
  });

  it('has a history that nobody can rewrite', async () => {
    await apply(await makePayoutThatIs('pending'), 'sending');
    for (const statement of ['delete from payout_transitions', 'truncate payout_transitions']) {
      await expect(ctx.pool.query(statement)).rejects.toThrow('payout_transitions is append-only');
    }
  });
});

describe('the table of payouts', () => {
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
