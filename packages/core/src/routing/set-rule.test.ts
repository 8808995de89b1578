import { describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import type { TestContext } from '../../../../test-support/context.ts';
import type { LiveOperator } from '../../../../test-support/live.ts';
import { withLiveOperator } from '../../../../test-support/with-live-operator.ts';
import { createMerchant } from '../accounts/merchants/create.ts';
import type { Mode } from '../platform/database/columns.ts';
import { getRouting } from './queries.ts';
import { setRule } from './set-rule.ts';

let ctx: TestContext;
let live: LiveOperator;
withLiveOperator((context, operator) => {
  ctx = context;
  live = operator;
});

const makeMerchant = async () => (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
const rule = { operator: 'mtn_ci', fee_percent: '2', enabled: true } as const;

const rulesOf = async (merchant_id: string, mode: Mode) =>
  (await getRouting(ctx.db, merchant_id, mode)).rules;

describe('a rule’s limits and accounts', () => {
  const decimals = (count: number, code: string) => `must have at most ${count} decimals, as ${code} has`;
  it('are stored in the given order, and reset when omitted', async () => {
    const merchant_id = await makeMerchant();
    const account = (operator: string) =>
      live.addAccount(ctx, merchant_id, { name: 'a', services: [{ operator }] });
    const accounts = [await account('mtn_ci'), await account('mtn_ci')].toReversed();
    const limits = { min_amount: '500', max_amount: '250000' };
    const given = { ...rule, accounts, ...limits };
    expect(await setRule(ctx, commandOf(merchant_id, 'live'), given)).toMatchObject({
      accounts,
      ...limits,
    });
    expect(await rulesOf(merchant_id, 'live')).toMatchObject([{ accounts, ...limits }]);
    await setRule(ctx, commandOf(merchant_id, 'live'), { ...rule });
    expect(await rulesOf(merchant_id, 'live')).toMatchObject([
      { accounts: null, min_amount: null, max_amount: null },
    ]);
  });

  it.each([
    [{ min_amount: '0' }, { min_amount: ['must be more than zero'] }],
    [{ max_amount: '-1' }, { max_amount: ['must be more than zero'] }],
    [{ min_amount: '1.5' }, { min_amount: [decimals(0, 'XOF')] }],
    // In French, that is half a million; read as a decimal it would be 500.
    [{ max_amount: '500.000' }, { max_amount: [decimals(0, 'XOF')] }],
    [{ operator: 'mpesa_cd', max_amount: '1.500' }, { max_amount: [decimals(2, 'CDF')] }],
    [{ max_amount: 'much' }, { max_amount: ['must be an amount in the major unit, for example 1000'] }],
    [{ operator: 'mpesa_cd', min_amount: '1.255' }, { min_amount: [decimals(2, 'CDF')] }],
    [{ min_amount: '500', max_amount: '499' }, { max_amount: ['must not be less than the minimum amount'] }],
    [{ accounts: [] }, { accounts: [expect.any(String)] }],
    [{ accounts: ['cac_none'] }, { accounts: ['are for live mode: test mode always uses the sandbox'] }],
  ])('are rejected if they are %j', async (changes, fields) => {
    const input = { ...rule, ...changes } as typeof rule;
    await expect(setRule(ctx, commandOf(await makeMerchant()), input)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
  });

  it('include only the merchant’s own accounts that serve the operator, enabled or not', async () => {
    const merchant_id = await makeMerchant();
    const add = (owner: string, operator: string, enabled = true) =>
      live.addAccount(ctx, owner, { name: 'a', services: [{ operator }], enabled });
    const foreign = await add(await makeMerchant(), 'mtn_ci');
    const wave = await add(merchant_id, 'wave_ci');
    const off = await add(merchant_id, 'mtn_ci', false);
    const set = (accounts: string[]) => setRule(ctx, commandOf(merchant_id, 'live'), { ...rule, accounts });
    await expect(set([foreign, wave, off])).rejects.toMatchObject({
      fields: {
        accounts: [`${foreign} is not one of this merchant’s accounts`, `${wave} does not support mtn_ci`],
      },
    });
    expect(await set([off])).toMatchObject({ accounts: [off] });
  });
});

describe('setRule', () => {
  it.each([
    ['2', '2', '2.0000'],
    ['1.50', '1.5', '1.5000'],
    ['0', '0', '0.0000'],
    ['100', '100', '100.0000'],
    ['0.0001', '0.0001', '0.0001'],
  ])('stores %s percent exactly', async (fee_percent, answered, stored) => {
    const merchant_id = await makeMerchant();
    expect(await setRule(ctx, commandOf(merchant_id), { ...rule, fee_percent })).toEqual({
      operator: 'mtn_ci',
      fee_percent: answered,
      enabled: true,
      accounts: null,
      min_amount: null,
      max_amount: null,
    });
    expect(await rulesOf(merchant_id, 'test')).toMatchObject([{ fee_percent: stored, enabled: true }]);
  });

  it('replaces only the rule of the same operator and mode', async () => {
    const merchant_id = await makeMerchant();
    await setRule(ctx, commandOf(merchant_id), rule);
    await setRule(ctx, commandOf(merchant_id, 'live'), { ...rule, fee_percent: '3' });
    await setRule(ctx, commandOf(merchant_id), { ...rule, operator: 'wave_ci' });
    await setRule(ctx, commandOf(merchant_id), { ...rule, fee_percent: '4', enabled: false });
    expect(await rulesOf(merchant_id, 'test')).toMatchObject([
      { operator: 'mtn_ci', fee_percent: '4.0000', enabled: false },
      { operator: 'wave_ci', fee_percent: '2.0000', enabled: true },
    ]);
    expect(await rulesOf(merchant_id, 'live')).toMatchObject([{ fee_percent: '3.0000' }]);
  });

  const percent = 'must be a number from 0 to 100 with at most four decimals';
  it.each([
    [{ fee_percent: '-1' }, { fee_percent: [percent] }],
    [{ fee_percent: '100.0001' }, { fee_percent: [percent] }],
    [{ fee_percent: '1.23456' }, { fee_percent: [percent] }],
    [{ fee_percent: '2%' }, { fee_percent: [percent] }],
    [{ operator: 'mtn_xx' }, { operator: ['is not in the operator catalogue'] }],
    [{ operator: '__proto__' }, { operator: ['is not in the operator catalogue'] }],
    [{ mode: 'live' }, { mode: ['is not a known field'] }],
    [
      { operator: '', fee_percent: '' },
      { operator: ['is not in the operator catalogue'], fee_percent: [percent] },
    ],
  ])('rejects %j', async (changes, fields) => {
    const merchant_id = await makeMerchant();
    const input = { ...rule, ...changes } as typeof rule;
    await expect(setRule(ctx, commandOf(merchant_id), input)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields,
    });
    expect(await rulesOf(merchant_id, 'test')).toEqual([]);
  });

  it('throws for an unknown merchant', async () => {
    await expect(setRule(ctx, commandOf('mer_none'), rule)).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});
