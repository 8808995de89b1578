import { asCurrency } from '@guichet/kernel/currencies';
import type { Service } from '@guichet/operators/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../test-support/context.ts';
import type { LiveOperator } from '../../../../test-support/live.ts';
import { withLiveOperator } from '../../../../test-support/with-live-operator.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { getCheckoutSnapshot } from '../payments/session/get-snapshot.ts';
import { customerWith } from '../platform/actor/actor.ts';
import { makeListOperators } from './list-operators.ts';
import { listOffers } from './offers.ts';
import { setRule } from './set-rule.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

let caller: Caller;
beforeEach(async () => {
  caller = await makeCaller(ctx, 'live');
});

async function add(...services: Partial<Service>[]): Promise<string> {
  const id = await live.addAccount(ctx, caller.merchant_id, { name: 'one', services });
  ctx.clock.advance(1);
  return id;
}
const rule = (operator: string, more: object = {}) =>
  setRule(ctx, commandOf(caller.merchant_id, 'live'), { operator, fee_percent: '0', enabled: true, ...more });

/**
 * Returns each offer in the form `mtn_ci 5100 1,2`: the code, the total, and the accounts in order of preference.
 */
async function offers(ids: readonly string[], amount_minor = 5000n, code = 'XOF'): Promise<string[]> {
  const { merchant_id, mode } = caller;
  const money = { amount_minor, currency: asCurrency(code) };
  const found = await listOffers(ctx, { merchant_id, mode, money });
  return found.map(({ operator, total, routes }) => {
    const places = routes.map(({ account_id }) => ids.indexOf(account_id ?? '') + 1);
    return `${operator.code} ${total.amount_minor} ${places.join()}`;
  });
}

describe('collecting in live mode', () => {
  it('uses all enabled accounts that serve the operator, oldest first, if there are no rules', async () => {
    const ids = [await add({}), await add({}, { operator: 'wave_ci' }), await add({ operator: 'mtn_bj' })];
    await live.addAccount(ctx, caller.merchant_id, { name: 'off', services: [{}], enabled: false });
    expect((await offers(ids)).toSorted()).toEqual(['mtn_ci 5000 1,2', 'wave_ci 5000 2']);
  });

  it('offers an operator of another country only once a rule has switched it on', async () => {
    const ids = [await add({ operator: 'mtn_bj' })];
    expect(await offers(ids)).toEqual([]);
    await rule('mtn_bj');
    expect(await offers(ids)).toEqual(['mtn_bj 5000 1']);
  });

  it('excludes operators without a rule if their country has a rule for the currency', async () => {
    const ids = [await add({}, { operator: 'wave_ci' }, { operator: 'mtn_gh', currency: 'GHS' })];
    await rule('wave_ci', { fee_percent: '1' });
    expect(await offers(ids)).toEqual(['wave_ci 5050 1']);
    expect(await offers(ids, 5000n, 'GHS')).toEqual(['mtn_gh 5000 1']);
  });

  it('follows the order of the rule, without accounts that are disabled or cannot collect', async () => {
    const one = await add({});
    const two = await add({});
    const payouts = await add({ collect: false, payout: true });
    const off = await live.addAccount(ctx, caller.merchant_id, {
      name: 'off',
      services: [{}],
      enabled: false,
    });
    await rule('mtn_ci', { accounts: [off, two, payouts, one] });
    expect(await offers([one, two])).toEqual(['mtn_ci 5000 2,1']);
  });

  it('offers no operator that no account serves, with or without a rule', async () => {
    await add({ collect: false, payout: true });
    await rule('mtn_ci');
    await rule('wave_ci');
    expect(await offers([])).toEqual([]);
    expect(await offers([], 5000n, 'EUR')).toEqual([]);
  });

  it('does not use accounts of another merchant, nor any account in test mode', async () => {
    const ids = [await add({})];
    const { merchant_id } = caller;
    caller = await makeCaller(ctx, 'live');
    expect(await offers(ids)).toEqual([]);
    caller = { ...caller, merchant_id, mode: 'test' };
    expect((await offers(ids)).every((offer) => offer.endsWith(' 0'))).toBe(true);
  });

  it('offers the same operators in the hosted page’s single statement', async () => {
    await add({ min_amount: 100, code_first: { dial: '*144*{amount}#' } });
    await rule('mtn_ci', { fee_percent: '2', min_amount: '200' });
    const { token } = await makeCheckout(ctx, caller);
    const { offers: seen } = await getCheckoutSnapshot(ctx, customerWith(token));
    const { merchant_id, mode } = caller;
    const money = { amount_minor: 5000n, currency: asCurrency('XOF') };
    expect(seen).toEqual(await listOffers(ctx, { merchant_id, mode, money }));
    expect(seen).toMatchObject([
      {
        operator: { min_amount: 200 },
        total: { amount_minor: 5100n },
        code_first: { dial: '*144*{amount}#' },
      },
    ]);
  });
});

describe('the limits of an operator', () => {
  const limits = (min_amount: number | null, max_amount: number | null) => ({ min_amount, max_amount });
  const kenya = { operator: 'mpesa_ke', currency: 'KES' };
  // The catalogue's limits for M-PESA in Kenya are 1 to 150,000 KES.
  it.each<[string, object, object, [number | null, number | null]]>([
    ['the catalogue’s', limits(null, null), {}, [1, 150_000]],
    ['the account’s instead', limits(10, 500_000), {}, [10, 500_000]],
    ['narrowed by the rule', limits(10, 500_000), { min_amount: '20', max_amount: '1000' }, [20, 1000]],
    ['never widened by it', limits(10, 500), { min_amount: '5', max_amount: '1000' }, [10, 500]],
  ])('are %s', async (_, service, changes, [min_amount, max_amount]) => {
    await add({ ...kenya, ...service });
    await rule('mpesa_ke', changes);
    const { items } = await makeListOperators(ctx)(caller, {});
    expect(items).toMatchObject([{ code: 'mpesa_ke', min_amount, max_amount }]);
  });

  it('give each account only amounts within its own limits', async () => {
    const ids = [await add(limits(null, 1000)), await add(limits(500, 10_000)), await add(limits(1, 400))];
    expect(await offers(ids, 300n)).toEqual(['mtn_ci 300 1,3']);
    expect(await offers(ids, 900n)).toEqual(['mtn_ci 900 1,2']);
    expect(await offers(ids, 9000n)).toEqual(['mtn_ci 9000 2']);
    expect(await offers(ids, 10_001n)).toEqual([]);
    const { items } = await makeListOperators(ctx)(caller, {});
    expect(items).toMatchObject([{ min_amount: null, max_amount: 10_000 }]);
  });

  it('include the accounts’ decimals: fee and total are rounded so that every account accepts the total', async () => {
    const tanzania = { operator: 'airtel_tz', currency: 'TZS' };
    const ids = [await add({ ...tanzania, decimals: 2 })];
    await rule('airtel_tz', { fee_percent: '2' });
    expect(await offers(ids, 1250n, 'TZS')).toEqual(['airtel_tz 1275 1']);
    ids.push(await add({ ...tanzania, decimals: 0 }));
    expect(await offers(ids, 1250n, 'TZS')).toEqual([]);
    expect(await offers(ids, 2600n, 'TZS')).toEqual(['airtel_tz 2700 1,2']);
  });
});

describe('GET /v1/operators in live mode', () => {
  it('lists the operators that can collect, and whether they can pay out', async () => {
    await add(
      { payout: true },
      { operator: 'wave_ci' },
      { operator: 'mtn_bj', collect: false, payout: true },
    );
    await add({ operator: 'wave_ci', collect: false, payout: true });
    const { items } = await makeListOperators(ctx)(caller, {});
    expect(items.map(({ code, payout }) => `${code} ${payout}`)).toEqual(['mtn_ci true', 'wave_ci true']);
    await rule('wave_ci', { enabled: false });
    await rule('mtn_ci');
    const ruled = await makeListOperators(ctx)(caller, {});
    expect(ruled.items.map(({ code }) => code)).toEqual(['mtn_ci']);
  });

  it('returns the limits and payout support of the requested currency', async () => {
    const congo = { operator: 'airtel_cd' };
    await add({ ...congo, currency: 'CDF', min_amount: 100, max_amount: 500_000, payout: true });
    await add({ ...congo, currency: 'USD', min_amount: 1, max_amount: 500_000 });
    const list = makeListOperators(ctx);
    const both = { currencies: ['CDF', 'USD'], max_amount: 500_000 };
    expect((await list(caller, {})).items).toMatchObject([{ ...both, min_amount: null, payout: true }]);
    const of = async (currency: string) => (await list(caller, { currency })).items;
    expect(await of('CDF')).toMatchObject([{ ...both, min_amount: 100, payout: true }]);
    expect(await of('USD')).toMatchObject([{ ...both, min_amount: 1, payout: false }]);
    expect(await of('XOF')).toEqual([]);
  });
});
