import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { balancesOf } from '../../../../../test-support/payouts.ts';
import { checkLedger } from '../../ledger/check.ts';
import { fundSandbox, fundSandboxOnce } from './fund.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

const fund = (merchant_id: string, input: object) =>
  fundSandbox(ctx, commandOf(merchant_id), { currency: 'XOF', amount: 1000, ...input });

describe('play money', () => {
  it('is added to the test-mode balance, and the new balance is returned', async () => {
    const { merchant_id } = await makeCaller(ctx);
    expect(await fund(merchant_id, {})).toEqual({
      merchant_id,
      currency: 'XOF',
      amount: 1000,
      available: 1000,
    });
    expect(await fund(merchant_id, { amount: 500 })).toMatchObject({ amount: 500, available: 1500 });
    expect(await balancesOf(ctx, { merchant_id, mode: 'test' })).toEqual(['XOF 1500 available, 0 in flight']);
    expect(await balancesOf(ctx, { merchant_id, mode: 'live' })).toEqual([]);
  });

  it('is booked against its own account, so that the books balance', async () => {
    const { merchant_id } = await makeCaller(ctx);
    await fund(merchant_id, { currency: 'GHS', amount: 12.5 });
    const entries = await ctx.db
      .selectFrom('ledger_entries')
      .select(['account', 'currency', 'amount_minor'])
      .where('merchant_id', '=', merchant_id)
      .orderBy('line')
      .execute();
    expect(entries).toEqual([
      { account: 'sandbox_funding', currency: 'GHS', amount_minor: 1250n },
      { account: 'merchant_balance', currency: 'GHS', amount_minor: -1250n },
    ]);
  });

  it.each([
    [{ amount: 0 }, { amount: ['must be at least 1'] }],
    [{ amount: -5 }, { amount: ['must be at least 1'] }],
    [{ amount: 1.5 }, { amount: ['must be a whole number: XOF has no decimals'] }],
    [{ amount: 1_000_000_001 }, { amount: ['must be at most 1000000000'] }],
    [{ amount: Number.NaN }, { amount: ['must be a number'] }],
    [{ currency: 'CFA' }, { currency: ['must be an ISO 4217 code in capitals, for example XOF'] }],
  ])('of %j is rejected', async (input, fields) => {
    const { merchant_id } = await makeCaller(ctx);
    await expect(fund(merchant_id, input)).rejects.toMatchObject({ code: 'invalid_fields', fields });
    expect(await balancesOf(ctx, { merchant_id, mode: 'test' })).toEqual([]);
  });

  it('for an unknown merchant is rejected', async () => {
    await expect(fund('mer_none', {})).rejects.toMatchObject({ code: 'merchant_not_found' });
  });

  it('is added only once by fundSandboxOnce', async () => {
    const caller = await makeCaller(ctx);
    for (let time = 0; time < 3; time++) {
      await fundSandboxOnce(ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount: 1_000_000 });
    }
    expect(await balancesOf(ctx, caller)).toEqual(['XOF 1000000 available, 0 in flight']);
  });
});
