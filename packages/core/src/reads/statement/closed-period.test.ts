import { randomInt } from 'node:crypto';
import { systemClock } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { timeOfId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../test-support/database.ts';
import { isNightly } from '../../../../../test-support/tier.ts';
import { accounts } from '../../ledger/accounts.ts';
import { rollUpBalances } from '../../ledger/balances/roll-up.ts';
import { type Posting, post, postAll } from '../../ledger/post.ts';
import { type StaffActor, service_actor } from '../../platform/actor/actor.ts';
import { exportStatement, showStatement } from './statement.ts';

let ctx: TestContext<typeof systemClock>;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
afterAll(() => ctx.database.close());

async function makeActor(): Promise<StaffActor> {
  const { merchant_id, mode } = await makeCaller(ctx);
  const person = { user_id: 'stf_1', name: 'Awa', email: 'a@b.example', address: '', request_id: '' };
  return { ...person, kind: 'staff', merchant_id, mode, role: 'viewer' };
}

const fundingOf = ({ merchant_id, mode }: StaffActor, at: Date, amount_minor = 700n): Posting => ({
  ...{ merchant_id, mode, at, kind: 'sandbox_funding', currency: asCurrency('XOF') },
  ...{ payment_id: null, attempt_id: null, payout_id: null },
  lines: [
    { account: accounts.sandboxFunding, amount_minor },
    { account: accounts.merchantBalance, amount_minor: -amount_minor },
  ],
});

const since = '2020-01-01T00:00:00Z';

async function readCsv(actor: StaffActor, until: string): Promise<string> {
  let csv = '';
  for await (const part of exportStatement(ctx, actor, { currency: 'XOF', query: { since, until } }))
    csv += part;
  return csv;
}

async function readAll(actor: StaffActor, until: string): Promise<unknown> {
  return {
    csv: await readCsv(actor, until),
    page: await showStatement(ctx, actor, { currency: 'XOF', query: { since, until } }),
  };
}

const untilPassed = async (until: Date): Promise<void> => {
  while (ctx.clock.now() <= until) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('a period closed by reading its statement', () => {
  it.each([
    ['one by one', post],
    ['many at once', (tx, posting) => postAll(tx, [posting, posting])],
  ] satisfies [string, typeof post][])('does not change while money is booked %s', async (_, book) => {
    const actor = await makeActor();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: booked, resolve: hasBooked } = Promise.withResolvers<void>();
    const at = ctx.clock.now();
    const slow = ctx.db.transaction().execute(async (tx) => {
      await book(tx, fundingOf(actor, at));
      hasBooked();
      await gate;
    });
    await booked;
    const until = new Date(at.getTime() + 10);
    await untilPassed(until);
    const reading = readAll(actor, until.toISOString());
    // The second read waits for the booking that has already begun.
    await new Promise((resolve) => setTimeout(resolve, 50));
    open();
    await slow;
    const first = await reading;
    expect(JSON.stringify(first)).toContain('sandbox_funding');
    // A booking with an earlier time is dated after the end of the period.
    await ctx.db.transaction().execute((tx) => book(tx, fundingOf(actor, at)));
    expect(await readAll(actor, until.toISOString())).toEqual(first);
    await rollUpBalances(ctx, service_actor);
    expect(await readAll(actor, until.toISOString())).toEqual(first);
    const later = await showStatement(ctx, actor, { currency: 'XOF', query: { since: until.toISOString() } });
    expect(later.totals[0]?.count).toBe(book === post ? 1 : 2);
  });

  it('does not change when a machine whose clock is three hours behind books money', async () => {
    const actor = await makeActor();
    const until = ctx.clock.now();
    await untilPassed(until);
    const closed = await readAll(actor, until.toISOString());
    const at = ctx.clock.now();
    const wall = vi.spyOn(Date, 'now').mockReturnValue(at.getTime() - 3 * 60 * 60 * 1000);
    try {
      await ctx.db.transaction().execute((tx) => post(tx, fundingOf(actor, at)));
    } finally {
      wall.mockRestore();
    }
    expect(await readAll(actor, until.toISOString())).toEqual(closed);
    const later = await showStatement(ctx, actor, { currency: 'XOF', query: { since: until.toISOString() } });
    expect(later).toMatchObject({ opening: 0, closing: 700, items: [{ amount: 700 }] });
  });

  it.each([
    ['one by one', post],
    ['many at once', (tx, posting) => postAll(tx, [posting, posting])],
  ] satisfies [string, typeof post][])(
    'does not change when money is booked %s as of three hours before its end',
    async (_, book) => {
      const actor = await makeActor();
      const until = ctx.clock.now();
      await untilPassed(until);
      const closed = await readAll(actor, until.toISOString());
      const at = new Date(until.getTime() - 3 * 60 * 60 * 1000);
      await ctx.db.transaction().execute((tx) => book(tx, fundingOf(actor, at)));
      expect(await readAll(actor, until.toISOString())).toEqual(closed);
      const [query, times] = [{ since: until.toISOString() }, book === post ? 1 : 2];
      const later = await showStatement(ctx, actor, { currency: 'XOF', query });
      expect(later).toMatchObject({ opening: 0, closing: 700 * times, totals: [{ count: times }] });
      expect(later.items.map(({ amount }) => amount)).toEqual(Array(times).fill(700));
      const csv = await readCsv(actor, new Date(until.getTime() + 1).toISOString());
      expect(csv.split('sandbox_funding')).toHaveLength(times + 1);
      expect(timeOfId(later.items[0]?.id ?? '')).toEqual(until);
    },
  );

  it('does not extend to another merchant’s books, nor to those of the other mode', async () => {
    const [actor, other] = [await makeActor(), await makeActor()];
    const until = new Date();
    await untilPassed(until);
    await readAll(actor, until.toISOString());
    const early = new Date(until.getTime() - 1000);
    for (const one of [other, { ...actor, mode: 'live' as const }]) {
      await ctx.db.transaction().execute((tx) => post(tx, fundingOf(one, early)));
      const { totals } = await showStatement(ctx, one, {
        currency: 'XOF',
        query: { since, until: until.toISOString() },
      });
      expect(totals).toHaveLength(1);
    }
  });

  it('cannot be closed before its end', async () => {
    const actor = await makeActor();
    const until = new Date(Date.now() + 60_000).toISOString();
    await readAll(actor, until);
    await ctx.db.transaction().execute((tx) => post(tx, fundingOf(actor, ctx.clock.now())));
    const { totals } = await showStatement(ctx, actor, { currency: 'XOF', query: { since, until } });
    expect(totals).toHaveLength(1);
  });
});

/** The nightly run reads five times as many periods. */
const periods = isNightly ? 50 : 10;

it('the statement of each closed period stays the same when read two more times, with 20 concurrent writers', {
  timeout: 120_000,
}, async () => {
  const actor = await makeActor();
  const writers_max = 20;
  const readings: { until: string; first: string; again: number }[] = [];
  let is_over = false;
  const writers = Array.from({ length: writers_max }, async (_, writer) => {
    while (!is_over) {
      const at = ctx.clock.now();
      await ctx.db.transaction().execute(async (tx) => {
        // The pauses have the same effect as waits for a lock before and after the booking.
        await pause(30);
        await post(tx, fundingOf(actor, at, BigInt(writer + 1)));
        await pause(7);
      });
      await pause(100);
    }
  });
  while (readings.length < periods) {
    await pause(25);
    const until = ctx.clock.now().toISOString();
    readings.push({ until, first: await readText(actor, until), again: 0 });
    // Compares a random earlier period at a random moment.
    const earlier = readings[randomInt(readings.length)];
    if (earlier) await compareAgain(actor, earlier);
    if (readings.length % 5 === 0) await rollUpBalances(ctx, service_actor);
  }
  is_over = true;
  await Promise.all(writers);
  for (const reading of readings) while (reading.again < 2) await compareAgain(actor, reading);
});

const pause = (most_ms: number) => new Promise((resolve) => setTimeout(resolve, randomInt(most_ms)));

/** Returns the texts of the page's JSON and of the CSV. */
async function readText(actor: StaffActor, until: string): Promise<string> {
  return JSON.stringify(await readAll(actor, until));
}

async function compareAgain(actor: StaffActor, reading: { until: string; first: string; again: number }) {
  expect(await readText(actor, reading.until)).toBe(reading.first);
  reading.again += 1;
}
