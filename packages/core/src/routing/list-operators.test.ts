import { asCurrency, currencies } from '@guichet/kernel/currencies';
import { operators } from '@guichet/operators/catalogue';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller, setFees } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import type { Mode } from '../platform/database/columns.ts';
import { type ListOperators, makeListOperators } from './list-operators.ts';
import { listOffers } from './offers.ts';
import { OperatorPage } from './schemas.ts';

let ctx: TestContext;
let listOperators: ListOperators;
beforeAll(async () => {
  ctx = await makeTestContext();
  listOperators = makeListOperators(ctx);
});
afterAll(() => ctx.database.close());

async function merchantWith(fees: Record<string, string | null>, mode: Mode = 'test'): Promise<Caller> {
  const caller = await makeCaller(ctx, mode);
  await setFees(ctx, caller, fees);
  return caller;
}

const list = async (caller: Caller, query: Record<string, unknown> = {}) =>
  (await listOperators(caller, query)).items;
const codes = async (caller: Caller, query?: Record<string, unknown>) =>
  (await list(caller, query)).map(({ code }) => code);

describe('the list in test mode without rules', () => {
  it('contains the operators of the merchant’s country, of currencies without any there, and the stand-in', async () => {
    const listed = operators.filter(
      ({ country, currencies }) => country === 'CI' || !currencies.includes('XOF'),
    );
    expect(await codes(await merchantWith({}))).toEqual([...listed.map(({ code }) => code), 'sandbox_zz']);
  });

  it('contains all properties of each operator', async () => {
    const page = await listOperators(await merchantWith({}), { country: 'KE' });
    expect(page.items.find(({ code }) => code === 'mpesa_ke')).toEqual({
      code: 'mpesa_ke',
      name: 'M-PESA (Safaricom)',
      country: 'KE',
      currencies: ['KES'],
      flow: 'ussd_push',
      collect: true,
      payout: true,
      min_amount: 1,
      max_amount: 150_000,
      fee_percent: 0,
      availability: { attempts: 0, success_rate: null, median_seconds: null, available: true },
    });
    expect(page.next_cursor).toBeNull();
    expect(Compile(OperatorPage).Check(page)).toBe(true);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ country: 'CI' }, ['mtn_ci', 'orange_ci', 'moov_ci', 'wave_ci']],
    [{ country: 'ci', currency: 'XOF' }, ['mtn_ci', 'orange_ci', 'moov_ci', 'wave_ci']],
    [{ country: 'CI', currency: 'GHS' }, []],
    [{ country: 'FR' }, []],
    [{ currency: 'JPY' }, ['sandbox_zz']],
    [{ currency: 'LRD' }, ['mtn_lr', 'orange_lr']],
  ])('is filtered by %j', async (query, expected) => {
    expect((await codes(await merchantWith({}), query)).toSorted()).toEqual(expected.toSorted());
  });

  const no_country = ['must be an ISO 3166-1 alpha-2 code, for example CI'];
  const no_currency = ['must be an ISO 4217 code in capitals, for example XOF'];
  it.each<[Record<string, unknown>, Record<string, string[]>]>([
    [{ country: 'XX' }, { country: no_country }],
    [
      { country: 'ZZ', currency: 'xof' },
      { country: no_country, currency: no_currency },
    ],
    [{ currency: '' }, { currency: no_currency }],
    [{ currency: ['XOF', 'GHS'] }, { currency: ['must be given once'] }],
    [{ limit: '10' }, { limit: ['is not a known field'] }],
  ])('rejects the filter %j', async (query, fields) => {
    await expect(list(await merchantWith({}), query)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
  });
});

describe('a merchant’s rules', () => {
  it('decide which operators can be used for their currencies, and set the fee', async () => {
    const caller = await merchantWith({ wave_ci: '1.5', mtn_ci: '0', orange_ci: null });
    const found = await list(caller, { currency: 'XOF' });
    // The operators are in the order of the catalogue.
    expect(found.map(({ code, fee_percent }) => [code, fee_percent])).toEqual([
      ['mtn_ci', 0],
      ['wave_ci', 1.5],
    ]);
    expect(await codes(caller, { country: 'GH' })).not.toEqual([]);
  });

  it('do not affect an operator in currencies that no rule covers', async () => {
    // Wallets in Liberia and Congo hold dollars and the country's own currency; a rule covers both.
    expect(await list(await merchantWith({ mtn_lr: '2' }), { country: 'LR' })).toMatchObject([
      { code: 'mtn_lr', currencies: ['LRD', 'USD'], fee_percent: 2 },
    ]);
    // Now there is a rule for dollars, but none for Congo's own currency.
    const congo = await list(await merchantWith({ mtn_lr: '2' }), { country: 'CD' });
    expect(congo.map(({ currencies: usable }) => usable)).toEqual(congo.map(() => ['CDF']));
    expect(congo.length).toBeGreaterThan(1);
  });

  it('leave no operator for a currency if all of them are disabled', async () => {
    expect(await codes(await merchantWith({ mtn_ci: null }), { currency: 'XOF' })).toEqual([]);
  });

  it('do not affect other merchants or the other mode', async () => {
    const caller = await merchantWith({ mtn_ci: '2' });
    await setFees(ctx, { ...caller, mode: 'live' }, { wave_ci: '9' });
    await merchantWith({ mtn_ci: '50' });
    expect(await list(caller, { currency: 'XOF' })).toMatchObject([{ code: 'mtn_ci', fee_percent: 2 }]);
  });
});

it('checkout offers the operators that are listed for a currency', async () => {
  const caller = await merchantWith({
    wave_ci: '1.5',
    mtn_ci: '0',
    orange_ci: null,
    mtn_lr: '2',
    airtel_ke: null,
  });
  const all: string[] = [];
  for (const currency of currencies) {
    const { merchant_id, mode } = caller;
    // An amount within all limits.
    const money = { amount_minor: 500_000n, currency: asCurrency(currency) };
    const offers = await listOffers(ctx, { merchant_id, mode, money });
    const offered = offers.map(({ operator }) => operator.code);
    expect((await codes(caller, { currency })).toSorted()).toEqual(offered.toSorted());
    all.push(...offered);
  }
  expect(all).toEqual(expect.arrayContaining(['wave_ci', 'mtn_ci', 'mtn_lr']));
});

describe('an operator’s ability to pay out', () => {
  it('is that of its connector', async () => {
    const caller = await merchantWith({ mtn_ci: '0' });
    const connector = ctx.connectors.get('sandbox');
    if (!connector) throw new Error('the sandbox is there in tests');
    const { payout: _, ...without } = connector;
    for (const [one, payout] of [
      [connector, true],
      [without, false],
    ] as const) {
      const connectors = new Map([['sandbox', one]]);
      const { items } = await makeListOperators({ ...ctx, connectors })(caller, { currency: 'XOF' });
      expect(items).toMatchObject([{ code: 'mtn_ci', collect: true, payout }]);
    }
  });
});

describe('the list in live mode', () => {
  it.each<Record<string, string>>([{}, { mtn_ci: '2' }])(
    'contains no operator without an account (%j)',
    async (fees) => {
      expect(await list(await merchantWith(fees, 'live'))).toEqual([]);
    },
  );
});

it('the sandbox’s stand-in serves exactly the currencies that no wallet accepts', async () => {
  const [item] = await list(await merchantWith({}), { currency: 'EUR' });
  const of_wallets = new Set(operators.flatMap((operator) => operator.currencies));
  const others = currencies.filter((currency) => !of_wallets.has(currency));
  expect(item).toMatchObject({ code: 'sandbox_zz', country: 'ZZ' });
  expect([...(item?.currencies ?? [])].toSorted()).toEqual([...others].toSorted());
});
