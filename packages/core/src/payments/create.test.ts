import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf, keyHolder } from '../../../../test-support/actors.ts';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { setRule } from '../routing/set-rule.ts';
import { makeCreatePayment } from './create.ts';
import { makeGroupedInsert } from './session/insert-in-groups.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  caller = await makeCaller(ctx);
});

const body = {
  amount: 5000,
  currency: 'XOF',
  operator: 'mtn_ci',
  return_url: 'https://shop.example/paid',
  cancel_url: 'https://shop.example/cancelled',
};
const create = (key: string, request = 'one') =>
  makeCreatePayment(ctx, makeGroupedInsert(ctx))(keyHolder(caller.merchant_id, caller.mode), body, {
    key,
    request_hash: Buffer.from(request),
  });

describe('a request that is repeated with its key after its operator was turned off', () => {
  const refusal = { code: 'invalid_fields', fields: { operator: [expect.any(String)] } };
  const turnOff = () =>
    setRule(ctx, commandOf(caller.merchant_id), { operator: 'mtn_ci', fee_percent: '0', enabled: false });

  it('gets its first response', async () => {
    const first = await create('order-1');
    await turnOff();
    expect(await create('order-1')).toEqual({ value: first.value, replayed: true });
  });

  it('is refused if its key is new, or was used for a different request', async () => {
    await create('order-1');
    await turnOff();
    await expect(create('order-2')).rejects.toMatchObject(refusal);
    await expect(create('order-1', 'other')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });
});
