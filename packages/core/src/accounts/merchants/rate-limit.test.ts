import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { createMerchant } from './create.ts';
import { resetMerchantLimit, setMerchantLimit } from './set-rate-limit.ts';
import { showMerchantLimit } from './show-rate-limit.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
});
beforeEach(async () => {
  merchant_id = (await createMerchant(ctx, command, { name: 'Shop', country: 'CI' })).id;
});
afterAll(() => ctx.database.close());

const show = () => showMerchantLimit(ctx, commandOf(merchant_id), 100);

describe('the limit of a merchant', () => {
  it('defaults to the service’s setting', async () => {
    expect(await show()).toEqual({ key_per_second: null, applied_per_second: 100 });
  });

  it.each([0, 1, 250, 1_000_000])('can be set to %d', async (key_per_second) => {
    expect(await setMerchantLimit(ctx, commandOf(merchant_id), { key_per_second })).toEqual({
      key_per_second,
    });
    expect(await show()).toEqual({ key_per_second, applied_per_second: key_per_second });
  });

  it('can be reset to the service’s setting', async () => {
    await setMerchantLimit(ctx, commandOf(merchant_id), { key_per_second: 0 });
    expect(await resetMerchantLimit(ctx, commandOf(merchant_id))).toEqual({ key_per_second: null });
    expect(await show()).toEqual({ key_per_second: null, applied_per_second: 100 });
  });

  it('does not apply to other merchants', async () => {
    const other = await createMerchant(ctx, command, { name: 'Other', country: 'BJ' });
    await setMerchantLimit(ctx, commandOf(other.id), { key_per_second: 5 });
    expect(await show()).toMatchObject({ key_per_second: null });
  });

  it.each([
    [-1, 'must be at least 0'],
    [1_000_001, 'must be at most 1000000'],
    [2.5, 'must be an integer'],
    [Number.NaN, 'must be an integer'],
    [Number.POSITIVE_INFINITY, 'must be an integer'],
  ])('cannot be set to %d', async (key_per_second, sentence) => {
    await expect(setMerchantLimit(ctx, commandOf(merchant_id), { key_per_second })).rejects.toMatchObject({
      fields: { key_per_second: [sentence] },
    });
    expect(await show()).toMatchObject({ key_per_second: null });
  });

  it('throws for an unknown merchant', async () => {
    const missing = { code: 'merchant_not_found' };
    await expect(setMerchantLimit(ctx, commandOf('mer_none'), { key_per_second: 5 })).rejects.toMatchObject(
      missing,
    );
    await expect(resetMerchantLimit(ctx, commandOf('mer_none'))).rejects.toMatchObject(missing);
    await expect(showMerchantLimit(ctx, commandOf('mer_none'), 100)).rejects.toMatchObject(missing);
  });
});
