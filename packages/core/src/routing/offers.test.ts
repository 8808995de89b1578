import { asCurrency } from '@guichet/kernel/currencies';
import { operatorsForCurrency, sandboxStandIn } from '@guichet/operators/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { makeCaller, setFees } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { createMerchant } from '../accounts/merchants/create.ts';
import type { Mode } from '../platform/database/columns.ts';
import { listOffers } from './offers.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function merchantWith(fees: Record<string, string | null>, mode: Mode = 'test'): Promise<Caller> {
  const caller = await makeCaller(ctx, mode);
  await setFees(ctx, caller, fees);
  return caller;
}

const offersOf = ({ merchant_id, mode }: Caller, amount_minor: bigint, currency = 'XOF') =>
  listOffers(ctx, { merchant_id, mode, money: { amount_minor, currency: asCurrency(currency) } });

/** Returns the offers in the form `mtn_ci 100 5100`: the code, the fee and the total. */
async function told(caller: Caller, amount_minor: bigint, currency?: string): Promise<string[]> {
  const offers = await offersOf(caller, amount_minor, currency);
  return offers.map(
    ({ operator, fee, total }) => `${operator.code} ${fee.amount_minor} ${total.amount_minor}`,
  );
}

/** The operators of the merchant's own country, in the order of the catalogue. */
const ivorian = ['mtn_ci', 'orange_ci', 'moov_ci', 'wave_ci'];

describe('a merchant’s rules', () => {
  it('decide which operators are offered, cheapest first, then by code', async () => {
    const caller = await merchantWith({
      mtn_ci: '2',
      wave_ci: '1',
      orange_ci: '1',
      moov_ci: '0',
      mtn_bj: null,
    });
    expect(await told(caller, 5000n)).toEqual([
      'moov_ci 0 5000',
      'orange_ci 50 5050',
      'wave_ci 50 5050',
      'mtn_ci 100 5100',
    ]);
  });

  it('leave no offer if all of them are disabled', async () => {
    expect(await told(await merchantWith({ mtn_ci: null, wave_ci: null }), 5000n)).toEqual([]);
  });

  it('affect only their own currency', async () => {
    const caller = await merchantWith({ mtn_gh: '1.5' });
    expect(await told(caller, 10_000n, 'GHS')).toEqual(['mtn_gh 150 10150']);
    expect(await told(caller, 5000n)).toEqual(ivorian.map((code) => `${code} 0 5000`));
  });

  it('round each fee half up to the minor unit', async () => {
    const caller = await merchantWith({ mtn_ci: '1.5', wave_ci: '0.0001' });
    expect(await told(caller, 333n)).toEqual(['wave_ci 0 333', 'mtn_ci 5 338']);
  });

  it('do not affect other merchants or the other mode', async () => {
    const caller = await merchantWith({ mtn_ci: '2' });
    await setFees(ctx, { ...caller, mode: 'live' }, { wave_ci: '9' });
    await merchantWith({ mtn_ci: '50' });
    expect(await told(caller, 5000n)).toEqual(['mtn_ci 100 5100']);
  });

  it('determine the routes of an offer', async () => {
    const [offer] = await offersOf(await merchantWith({ mtn_ci: '2' }), 5000n);
    expect(offer).toMatchObject({
      routes: [{ connector: 'sandbox', account_id: null, payout: true, is_down: false }],
      fee_percent: { ten_thousandths: 20_000n },
    });
  });
});

describe('an amount in a currency for which some operators accept no decimals', () => {
  // M-PESA accepts only whole shillings; Airtel in Tanzania accepts cents.
  it.each([
    [1250n, [], 'an amount with cents'],
    [10_000n, ['mpesa_ke 200 10200'], 'whole'],
    [2_500n, ['mpesa_ke 100 2600'], 'a fee of 0.50 is rounded up'],
    [2_400n, ['mpesa_ke 0 2400'], 'a fee of 0.48 is rounded down'],
  ])('of %d cents gets the offers %j: %s', async (amount_minor, expected) => {
    expect(await told(await merchantWith({ mpesa_ke: '2' }), amount_minor, 'KES')).toEqual(expected);
  });

  it('with cents is offered only by operators that accept cents', async () => {
    const caller = await merchantWith({ mpesa_tz: '2', airtel_tz: '2' });
    expect(await told(caller, 1250n, 'TZS')).toEqual(['airtel_tz 25 1275']);
  });
});

describe('an operator’s limits', () => {
  // M-PESA in Kenya accepts from 1 to 150,000 KES; it charges the amount plus the fee.
  it.each([
    [100n, '0', true],
    [15_000_000n, '0', true],
    [15_000_100n, '0', false],
    [14_705_900n, '2', true],
    [14_706_000n, '2', false],
  ])('allow %d cents with a fee of %s percent: %s', async (amount_minor, fee, isOffered) => {
    const offers = await offersOf(await merchantWith({ mpesa_ke: fee }), amount_minor, 'KES');
    expect(offers.length === 1).toBe(isOffered);
  });

  it('also apply without rules', async () => {
    const codes = (await offersOf(await merchantWith({}), 15_000_100n, 'KES')).map(
      ({ operator }) => operator.code,
    );
    expect(codes).toContain('airtel_ke');
    expect(codes).not.toContain('mpesa_ke');
  });
});

describe('without a rule for the currency', () => {
  it('the operators of the merchant’s country are offered, without a fee', async () => {
    expect(await told(await merchantWith({}), 5000n)).toEqual(ivorian.map((code) => `${code} 0 5000`));
  });

  it('every operator is offered if the merchant’s country has none for the currency', async () => {
    const codes = operatorsForCurrency('KES').map(({ code }) => code);
    expect(await told(await merchantWith({}), 10_000n, 'KES')).toEqual(
      codes.map((code) => `${code} 0 10000`),
    );
  });

  it('every operator of the currency is offered to a merchant of a country without operators', async () => {
    const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Boutique', country: 'FR' });
    const money = { amount_minor: 5000n, currency: asCurrency('XOF') };
    const offers = await listOffers(ctx, { merchant_id, mode: 'test', money });
    expect(offers.length).toBe(operatorsForCurrency('XOF').length);
  });
});

describe('a rule for an operator', () => {
  it.each<[string, Record<string, string | null>, string[]]>([
    ['of another country adds it', { mtn_bj: '1' }, [...ivorian, 'mtn_bj']],
    ['of another country adds no other operator of that country', { moov_bj: '0' }, ['moov_bj', ...ivorian]],
    ['that turns off one of another country changes nothing', { mtn_bj: null }, ivorian],
    ['of the merchant’s country turns off its others', { mtn_ci: '0' }, ['mtn_ci']],
    ['of each country: only those with a rule', { mtn_ci: '0', mtn_bj: '1' }, ['mtn_ci', 'mtn_bj']],
    ['that turns off one of the merchant’s country leaves none', { mtn_ci: null }, []],
  ])('%s', async (_, fees, expected) => {
    const offers = await offersOf(await merchantWith(fees), 5000n);
    expect(offers.map(({ operator }) => operator.code)).toEqual(expected);
  });
});

describe('test mode without rules', () => {
  it.each(['EUR', 'JPY', 'TND', 'CLF'])(
    'uses the sandbox’s stand-in for %s, which no operator accepts',
    async (code) => {
      expect(await told(await merchantWith({}), 5000n, code)).toEqual([`${sandboxStandIn.code} 0 5000`]);
    },
  );

  it('offers nothing without the sandbox', async () => {
    const { merchant_id } = await merchantWith({ mtn_ci: '2' });
    const money = { amount_minor: 5000n, currency: asCurrency('XOF') };
    const without = { ...ctx, connectors: new Map() };
    expect(await listOffers(without, { merchant_id, mode: 'test', money })).toEqual([]);
  });
});

describe('live mode without accounts', () => {
  it.each<Record<string, string>>([{}, { mtn_ci: '2' }])(
    'offers no operator, not even the sandbox (%j)',
    async (fees) => {
      expect(await told(await merchantWith(fees, 'live'), 5000n)).toEqual([]);
      expect(await told(await merchantWith(fees, 'live'), 5000n, 'EUR')).toEqual([]);
    },
  );
});
