import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, chooseAndPay, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { summarize } from '../../../../test-support/payments.ts';
import type { Caller } from '../api-keys/authenticate.ts';
import { requireConnector } from '../attempts/call-connector.ts';
import { listAttempts } from '../attempts/queries.ts';
import { submitOtp } from './submit-otp.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

async function pay(digits: string): Promise<Checkout> {
  const checkout = await makeCheckout(ctx, caller);
  await chooseAndPay(ctx, checkout, digits);
  return checkout;
}

describe('a one-time code', () => {
  it('that is right pays, and is kept nowhere', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, checkout.token, '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
    for (const table of ['attempts', 'attempt_transitions', 'payments', 'sandbox_transactions', 'events']) {
      const { rows } = await ctx.pool.query(`select 1 from ${table} as row where row::text like '%123456%'`);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('that is wrong lets the customer try again, and says so', async () => {
    const checkout = await pay('20');
    await submitOtp(ctx, checkout.token, '000000');
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    expect(attempt).toMatchObject({ status: 'submitted', action: { kind: 'otp', problem: 'wrong_otp' } });
  });

  it.each(['', '12', '1234567890123', '12-34', '１２３４', '12\u000034', "1' or '1"])(
    'that looks like %j is refused before anybody is asked',
    async (text) => {
      const checkout = await pay('20');
      const before = await summarize(ctx, checkout);
      await expect(submitOtp(ctx, checkout.token, text)).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { otp: ['must be the code from your operator'] },
      });
      expect(await summarize(ctx, checkout)).toEqual(before);
    },
  );

  it.each(['00', '01'])('for a payment that is over (%s) is a conflict', async (digits) => {
    const checkout = await pay(digits);
    await expect(submitOtp(ctx, checkout.token, '123456')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('where the operator asks for none changes nothing', async () => {
    const checkout = await pay('22');
    await submitOtp(ctx, checkout.token, '123456');
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['submitted'] });
  });

  it('for a connector that takes none is a conflict', async () => {
    const checkout = await pay('20');
    const { submitOtp: _, ...real } = requireConnector(ctx, 'sandbox');
    const without = { ...ctx, connectors: new Map([['sandbox', real]]) };
    await expect(submitOtp(without, checkout.token, '123456')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of an unknown session is a 404', async () => {
    await expect(submitOtp(ctx, 'x'.repeat(43), '123456')).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});
