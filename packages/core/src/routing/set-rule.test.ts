import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { createMerchant } from '../merchants/create.ts';
import { listRules } from './queries.ts';
import { setRule } from './set-rule.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const makeMerchant = async () => (await createMerchant(ctx, { name: 'Shop', country: 'CI' })).id;
const rule = { mode: 'test', operator: 'mtn_ci', fee_percent: '2', enabled: true } as const;

describe('setRule', () => {
  it.each([
    ['2', '2', '2.0000'],
    ['1.50', '1.5', '1.5000'],
    ['0', '0', '0.0000'],
    ['100', '100', '100.0000'],
    ['0.0001', '0.0001', '0.0001'],
  ])('keeps %s percent exactly', async (fee_percent, answered, stored) => {
    const merchant_id = await makeMerchant();
    expect(await setRule(ctx, merchant_id, { ...rule, fee_percent })).toEqual({
      operator: 'mtn_ci',
      fee_percent: answered,
      enabled: true,
    });
    expect(await listRules(ctx.db, merchant_id, 'test')).toMatchObject([
      { fee_percent: stored, enabled: true },
    ]);
  });

  it('replaces the rule of an operator and mode, and no other', async () => {
    const merchant_id = await makeMerchant();
    await setRule(ctx, merchant_id, rule);
    await setRule(ctx, merchant_id, { ...rule, mode: 'live', fee_percent: '3' });
    await setRule(ctx, merchant_id, { ...rule, operator: 'wave_ci' });
    await setRule(ctx, merchant_id, { ...rule, fee_percent: '4', enabled: false });
    expect(await listRules(ctx.db, merchant_id, 'test')).toMatchObject([
      { operator: 'mtn_ci', fee_percent: '4.0000', enabled: false },
      { operator: 'wave_ci', fee_percent: '2.0000', enabled: true },
    ]);
    expect(await listRules(ctx.db, merchant_id, 'live')).toMatchObject([{ fee_percent: '3.0000' }]);
  });

  const percent = 'must be a number from 0 to 100 with at most four decimals';
  it.each([
    [{ fee_percent: '-1' }, { fee_percent: [percent] }],
    [{ fee_percent: '100.0001' }, { fee_percent: [percent] }],
    [{ fee_percent: '1.23456' }, { fee_percent: [percent] }],
    [{ fee_percent: '2%' }, { fee_percent: [percent] }],
    [{ operator: 'mtn_xx' }, { operator: ['is not in the operator catalogue'] }],
    [{ operator: '__proto__' }, { operator: ['is not in the operator catalogue'] }],
    [{ mode: 'demo' }, { mode: ['must be one of: test, live'] }],
    [
      { operator: '', fee_percent: '' },
      { operator: ['is not in the operator catalogue'], fee_percent: [percent] },
    ],
  ])('refuses %j', async (changes, fields) => {
    const merchant_id = await makeMerchant();
    const input = { ...rule, ...changes } as typeof rule;
    await expect(setRule(ctx, merchant_id, input)).rejects.toMatchObject({ code: 'invalid_fields', fields });
    expect(await listRules(ctx.db, merchant_id, 'test')).toEqual([]);
  });

  it('needs a merchant', async () => {
    await expect(setRule(ctx, 'mer_none', rule)).rejects.toMatchObject({ code: 'merchant_not_found' });
  });
});
