import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { makePayer, makePayout, readPayout, summarizePayout } from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { accounts } from '../../ledger/accounts.ts';
import type { PayoutStatus } from '../../platform/database/tables/payouts.ts';
import { paymentOf, returnOf } from '../postings.ts';
import { listTransitions } from '../queries.ts';
import { type TransferEvent, transfer_rules } from '../states.ts';
import { type TransfersChange, transitionTransfer, transitionTransfers } from '../transition.ts';
import { payouts } from './kind.ts';
import type { Payout } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 1_000_000);
});
afterAll(() => ctx.database.close());

const at = new Date('2040-03-01T11:00:00Z');
const statuses: readonly PayoutStatus[] = ['pending', 'processing', 'failed', 'success'];
const events = [...new Set(transfer_rules.map(({ event }) => event))];

/** A real payout whose status was put to `status`. */
async function makePayoutThatIs(status: PayoutStatus, by = caller): Promise<Payout> {
  const key = await makePayout(ctx, by, '00', { amount: 1 });
  const paid_at = status === 'success' ? at : null;
  await ctx.db.updateTable('payouts').set({ status, paid_at }).where('id', '=', key.id).execute();
  return readPayout(ctx, key);
}

async function makeOneOfEach(): Promise<Payout[]> {
  const made: Payout[] = [];
  for (const status of statuses) made.push(await makePayoutThatIs(status));
  return made;
}

const changeBy = (event: TransferEvent): Omit<TransfersChange<Payout>, 'postingOf'> => ({
  ...{ event, via: 'callback', at, raw: { said: "it's so" } },
  facts: { provider_reference: 'op-1', paid_at: event === 'settled' ? at : null },
});

const apply = (given: readonly Payout[], event: TransferEvent, more: Partial<TransfersChange<Payout>> = {}) =>
  ctx.db
    .transaction()
    .execute((tx) => transitionTransfers(ctx, tx, payouts, given, { ...changeBy(event), ...more }));

const look = async (payout: Payout) => ({
  row: await readPayout(ctx, payout),
  history: await listTransitions(ctx.db, payouts, payout),
  ...(await summarizePayout(ctx, payout)),
});

/** What is seen of payouts, without what names each. */
async function lookAll(given: readonly Payout[]) {
  const seen = [];
  for (const payout of given) {
    const { row, history, ...rest } = await look(payout);
    const { id: _, reference: __, placed_at: ___, ...columns } = row;
    seen.push({ ...rest, ...columns, history: history.map((step) => ({ ...step, payout_id: undefined })) });
  }
  return seen;
}

describe('many payouts at once', () => {
  it.each(events)('%s does to each what it does to one', async (event) => {
    const many = await makeOneOfEach();
    const single = await makeOneOfEach();
    const changed = await apply(many, event, { postingOf: (payout) => returnOf(payouts.books, payout, at) });
    const alone: Payout[] = [];
    for (const payout of single) {
      const change = { ...changeBy(event), posting: returnOf(payouts.books, payout, at) };
      const after = await ctx.db
        .transaction()
        .execute((tx) => transitionTransfer(ctx, tx, payouts, payout, change));
      if (after) alone.push(after);
    }
    const allowed = transfer_rules.filter((rule) => rule.event === event).map(({ from }) => from);
    expect(changed.map(({ id }) => id)).toEqual(
      many.filter(({ status }) => allowed.includes(status)).map(({ id }) => id),
    );
    expect(changed).toHaveLength(alone.length);
    expect(await lookAll(many)).toEqual(await lookAll(single));
    for (const after of changed) expect(await readPayout(ctx, after)).toEqual(after);
  });

  it('those that somebody else has changed since they were read are left alone', async () => {
    const [first, second] = [await makePayoutThatIs('processing'), await makePayoutThatIs('processing')];
    await apply([first], 'refused');
    const before = await look(first);
    const changed = await apply([first, second], 'settled', {
      postingOf: (one) => paymentOf(payouts.books, one, at),
    });
    expect(changed.map(({ id }) => id)).toEqual([second.id]);
    expect(await look(first)).toEqual(before);
  });

  it('are changed with their money, or none of them is', async () => {
    const both = [await makePayoutThatIs('pending'), await makePayoutThatIs('processing')];
    const before = await lookAll(both);
    const postingOf = (payout: Payout) =>
      payout.status === 'pending'
        ? returnOf(payouts.books, payout, at)
        : { ...returnOf(payouts.books, payout, at), lines: [{ account: accounts.fees, amount_minor: 1n }] };
    await expect(apply(both, 'refused', { postingOf })).rejects.toThrow('off by 1');
    expect(await lookAll(both)).toEqual(before);
  });

  it('one that is named twice is changed once', async () => {
    const payout = await makePayoutThatIs('pending');
    const changed = await apply([payout, payout], 'refused', {
      postingOf: (one) => returnOf(payouts.books, one, at),
    });
    expect(changed).toHaveLength(1);
    expect((await look(payout)).events).toEqual(['1 payout.failed']);
  });

  it('and none at all is nothing', async () => {
    expect(await apply([], 'refused')).toEqual([]);
  });

  it('of two merchants is a bug', async () => {
    const other = await makePayoutThatIs('pending', await makePayer(ctx));
    const own = await makePayoutThatIs('pending');
    await expect(apply([own, other], 'refused')).rejects.toThrow('of one merchant and mode');
    expect((await look(own)).history).toEqual([]);
  });
});
