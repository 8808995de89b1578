import { asCurrency } from '@guichet/kernel/currencies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choose, makeCaller, makeCheckout, setFees } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { chooseOperator } from '../payments/session/choose.ts';
import { payCheckout } from '../payments/session/pay.ts';
import { customerWith } from '../platform/actor/actor.ts';
import { listOffers } from './offers.ts';
import { makeRankOffers, type RankOffers } from './rank-offers.ts';

let ctx: TestContext;
let caller: Caller;
let rank: RankOffers;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  caller = await makeCaller(ctx);
  // Cheapest first: moov, then orange and wave, then mtn.
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1', orange_ci: '1', moov_ci: '0' });
  rank = makeRankOffers(ctx);
});
afterAll(() => ctx.database.close());

/** Returns the codes in order, and the suggested one. */
async function ranked(
  phone = '',
  who: Caller = caller,
): Promise<{ codes: string[]; suggested: string | null }> {
  const money = { amount_minor: 5000n, currency: asCurrency('XOF') };
  const offers = await listOffers(ctx, { ...who, money });
  const { offers: best, suggested } = await rank(
    { ...who, phone },
    offers.map(({ operator }) => ({ ...operator, available: true })),
  );
  return { codes: best.map(({ code }) => code), suggested };
}

const by_fee = ['moov_ci', 'orange_ci', 'wave_ci', 'mtn_ci'];

async function pay(operator: string, phone: string, who: Caller = caller, times = 1): Promise<void> {
  for (let count = 0; count < times; count++) {
    const { token } = await makeCheckout(ctx, who);
    expect(await chooseOperator(ctx, customerWith(token), { operator, phone })).toBeNull();
    await payCheckout(ctx, customerWith(token), { otp: null });
    ctx.clock.advance(1000);
  }
}

const mtn = '+2250504030200';
const orange = '+2250704030200';

describe('the order of offers', () => {
  it('is by fee before any payment, without a suggestion', async () => {
    expect(await ranked()).toEqual({ codes: by_fee, suggested: null });
  });

  it('puts first the operators with which most of the merchant’s payments were made', async () => {
    await pay('wave_ci', mtn, caller, 2);
    await pay('mtn_ci', mtn);
    expect((await ranked()).codes).toEqual(['wave_ci', 'mtn_ci', 'moov_ci', 'orange_ci']);
  });

  it('does not depend on failed or open attempts', async () => {
    await pay('mtn_ci', '+2250504030201');
    await choose(ctx, await makeCheckout(ctx, caller), '00');
    expect((await ranked()).codes).toEqual(by_fee);
  });

  it('does not depend on payments of another merchant or the other mode', async () => {
    const other = await makeCaller(ctx);
    await setFees(ctx, other, { mtn_ci: '2', moov_ci: '0' });
    await pay('mtn_ci', mtn, other);
    await ctx.pool.query(`update attempts set mode = 'live' where merchant_id = $1`, [caller.merchant_id]);
    await pay('mtn_ci', mtn);
    await ctx.pool.query(`update attempts set mode = 'live' where merchant_id = $1`, [caller.merchant_id]);
    expect(await ranked(mtn)).toEqual({ codes: by_fee, suggested: 'mtn_ci' });
  });

  it.each([
    [999, ['wave_ci', 'mtn_ci', 'moov_ci', 'orange_ci']],
    [1000, ['wave_ci', 'moov_ci', 'orange_ci', 'mtn_ci']],
  ])('depends on the payments among the newest 1,000 attempts: %i newer ones', async (newer, codes) => {
    await pay('mtn_ci', mtn);
    await ctx.pool.query(
      `insert into attempts select (jsonb_populate_record(attempts, jsonb_build_object(
        'id', id || n, 'number', 1 + n, 'reference', gen_random_uuid(), 'operator', 'wave_ci',
        'created_at', created_at + n * interval '1 second',
        'status', case when n > 1 then 'failed' else 'success' end))).*
      from attempts, generate_series(1, $2) as n where merchant_id = $1`,
      [caller.merchant_id, newer],
    );
    expect((await ranked()).codes).toEqual(codes);
  });

  it('is computed again after a minute', async () => {
    expect((await ranked()).codes).toEqual(by_fee);
    await pay('mtn_ci', mtn);
    ctx.clock.advance(58_999);
    expect((await ranked()).codes).toEqual(by_fee);
    ctx.clock.advance(1);
    expect((await ranked()).codes[0]).toBe('mtn_ci');
  });
});

describe('a phone number', () => {
  it('that has paid this merchant before gets its last operator as the suggestion, in first place', async () => {
    await pay('wave_ci', mtn);
    await pay('mtn_ci', mtn);
    await pay('orange_ci', orange, caller, 3);
    expect(await ranked(mtn)).toEqual({
      codes: ['mtn_ci', 'orange_ci', 'wave_ci', 'moov_ci'],
      suggested: 'mtn_ci',
    });
    await pay('wave_ci', mtn);
    ctx.clock.advance(60_000);
    expect(await ranked(mtn)).toEqual({
      codes: ['wave_ci', 'orange_ci', 'mtn_ci', 'moov_ci'],
      suggested: 'wave_ci',
    });
  });

  it('gets a suggestion by prefix when its last operator is disabled', async () => {
    await pay('wave_ci', mtn);
    await setFees(ctx, caller, { wave_ci: null });
    expect(await ranked(mtn)).toMatchObject({ suggested: 'mtn_ci' });
  });

  it.each([
    ['+2250504030200', 'mtn_ci'],
    ['00225 07 04 03 02 00', 'orange_ci'],
    ['+225 01 04 03 02 00', 'moov_ci'],
    // A number from a country that none of these operators serves, a number without a country, and texts that are
    // not numbers.
    ['+33612345678', null],
    ['0504030200', null],
    ['hello', null],
    ['', null],
  ])('%j leads to the suggestion %s, and leaves the order unchanged', async (phone, suggested) => {
    expect(await ranked(phone)).toEqual({ codes: by_fee, suggested });
  });

  it('that has only paid another merchant counts as new', async () => {
    const other = await makeCaller(ctx);
    await setFees(ctx, other, { wave_ci: '1', mtn_ci: '2' });
    await pay('wave_ci', mtn);
    expect(await ranked(mtn, other)).toMatchObject({ suggested: 'mtn_ci' });
  });
});

it('an operator that is the only offer is suggested', async () => {
  const alone = await makeCaller(ctx);
  await setFees(ctx, alone, { wave_ci: '1' });
  expect(await ranked('', alone)).toEqual({ codes: ['wave_ci'], suggested: 'wave_ci' });
});

it('a failed count of payments is repeated for the next caller', async () => {
  const gone = { ...ctx, db: ctx.db.withSchema('nowhere') };
  let db = gone.db;
  const failing = makeRankOffers({
    clock: ctx.clock,
    get db() {
      return db;
    },
  });
  const offers = [
    { code: 'mtn_ci', available: true },
    { code: 'wave_ci', available: true },
  ];
  await expect(failing({ ...caller, phone: '' }, offers)).rejects.toThrow('nowhere');
  db = ctx.db;
  expect((await failing({ ...caller, phone: '' }, offers)).offers).toEqual(offers);
});
