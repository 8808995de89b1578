import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { balancesOf, makePayer, makePayout } from '../../../../../test-support/payouts.ts';
import { fundSandbox } from '../../operations/sandbox/fund.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { checkLedger } from '../check.ts';
import { listBalances } from './list.ts';
import { foldChanges, lockAccount } from './queries.ts';
import { rollUpBalances } from './roll-up.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function countChanges(): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: bigint }>('select count(*) from balance_changes');
  return Number(rows[0]?.count);
}

describe('balances', () => {
  it('are empty for a merchant without money', async () => {
    expect(await listBalances(ctx, await makeCaller(ctx))).toEqual([]);
  });

  it('grow by customers’ payments, without the fees', async () => {
    const caller = await makeCaller(ctx);
    await setFees(ctx, caller, { mtn_ci: '2' });
    for (const digits of ['00', '01']) await chooseAndPay(ctx, await makeCheckout(ctx, caller), digits);
    expect(await listBalances(ctx, caller)).toEqual([
      { currency: 'XOF', available: 5000, payouts_in_flight: 0, held: 0 },
    ]);
  });

  it('are listed by currency code, including those that are back at zero', async () => {
    const caller = await makePayer(ctx, 5000);
    for (const [currency, amount] of [
      ['XAF', 7],
      ['GHS', 12.34],
      ['TND', 1.234],
    ] as const) {
      await fundSandbox(ctx, commandOf(caller.merchant_id), { currency, amount });
    }
    await makePayout(ctx, caller, '00');
    await advance(ctx, 1000);
    expect(await balancesOf(ctx, caller)).toEqual([
      'GHS 12.34 available, 0 in flight',
      'TND 1.234 available, 0 in flight',
      'XAF 7 available, 0 in flight',
      'XOF 0 available, 0 in flight',
    ]);
  });

  it('belong to one merchant and mode', async () => {
    const caller = await makePayer(ctx, 5000);
    await makePayer(ctx, 77);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5000 available, 0 in flight']);
    expect(await balancesOf(ctx, { ...caller, mode: 'live' })).toEqual([]);
  });
});

describe('a roll-up', () => {
  beforeEach(() => rollUpBalances(ctx, service_actor));

  it('folds every change without changing a balance', async () => {
    const caller = await makePayer(ctx, 5000);
    await makePayout(ctx, caller, '22', { amount: 1000 });
    const before = await balancesOf(ctx, caller);
    const count = await countChanges();
    expect(count).toBe(4);
    expect(await rollUpBalances(ctx, service_actor)).toBe(count);
    expect(await countChanges()).toBe(0);
    expect(await balancesOf(ctx, caller)).toEqual(before);
    await fundSandbox(ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount: 50 });
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 4050 available, 1000 in flight']);
    await rollUpBalances(ctx, service_actor);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 4050 available, 1000 in flight']);
    expect(await rollUpBalances(ctx, service_actor)).toBe(0);
  });

  it('with a small limit folds every change', async () => {
    const caller = await makePayer(ctx, 1);
    for (let time = 0; time < 4; time++) {
      await fundSandbox(ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount: 1 });
    }
    const folded: number[] = [];
    for (let count = 1; count > 0; folded.push(count)) count = await foldChanges(ctx.db, 3);
    expect(folded).toEqual([3, 3, 3, 1, 0]);
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5 available, 0 in flight']);
  });

  it('by several processes at the same time counts each change once, while money arrives and balances are read', async () => {
    const callers = await Promise.all(Array.from({ length: 5 }, () => makePayer(ctx, 1)));
    const fund = callers.flatMap(({ merchant_id }) =>
      Array.from({ length: 10 }, () =>
        fundSandbox(ctx, commandOf(merchant_id), { currency: 'XOF', amount: 10 }),
      ),
    );
    const rollUps = Array.from({ length: 10 }, () => foldChanges(ctx.db, 20));
    const reads = Array.from({ length: 20 }, () =>
      balancesOf(ctx, callers[0] ?? { merchant_id: '', mode: 'test' }),
    );
    await Promise.all([...fund, ...rollUps]);
    // Every reading includes the initial balance: money is never missing from both tables.
    const seen = (await Promise.all(reads)).map(([text]) => Number(text?.split(' ')[1]));
    expect(seen.filter((available) => !(available >= 1 && available <= 101))).toEqual([]);
    for (const caller of callers) {
      expect(await balancesOf(ctx, caller)).toEqual(['XOF 101 available, 0 in flight']);
    }
    await rollUpBalances(ctx, service_actor);
    expect(await countChanges()).toBe(0);
    expect((await checkLedger(ctx, command)).breaches).toEqual([]);
  });

  it('waits for a locked balance, but incoming money does not', async () => {
    const caller = await makePayer(ctx, 5000);
    const { merchant_id, mode } = caller;
    const key = { merchant_id, mode, currency: 'XOF', account: 'merchant_balance' };
    let rolling = Promise.resolve(0);
    await ctx.db.transaction().execute(async (tx) => {
      await lockAccount(tx, key);
      rolling = rollUpBalances(ctx, service_actor);
      await fundSandbox(ctx, commandOf(merchant_id), { currency: 'XOF', amount: 1 });
      expect(await balancesOf(ctx, caller)).toEqual(['XOF 5001 available, 0 in flight']);
    });
    await rolling;
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 5001 available, 0 in flight']);
  });
});
