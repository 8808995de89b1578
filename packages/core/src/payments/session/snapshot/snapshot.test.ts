import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf } from '../../../../../../test-support/attempts.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { advance } from '../../../../../../test-support/jobs.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { customerWith } from '../../../platform/actor/actor.ts';
import { applyOutcome } from '../../attempt/apply-outcome.ts';
import { listAttempts } from '../../attempt/queries.ts';
import { getCheckoutSnapshot } from '../get-snapshot.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
});
afterAll(() => ctx.database.close());

describe('the attempt of a snapshot', () => {
  it('is the newest until one has paid, then the one that paid', async () => {
    const checkout = await makeCheckout(ctx, caller);
    const read = async () => (await getCheckoutSnapshot(ctx, customerWith(checkout.token))).attempt;
    expect(await read()).toBeNull();
    await chooseAndPay(ctx, checkout, '01', 'mtn_ci');
    await advance(ctx, 1500);
    expect(await read()).toMatchObject({ number: 1, status: 'failed' });
    await chooseAndPay(ctx, checkout, '01', 'wave_ci');
    await advance(ctx, 1500);
    expect(await read()).toMatchObject({ number: 2, status: 'failed' });

    const [first] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    if (!first) throw new Error('the attempt is gone');
    const money = { amount_minor: first.charged_minor, currency: first.currency } as never;
    const outcome = { kind: 'settled', money } as const;
    await applyOutcome(ctx, keyOf(first), { outcome, provider_reference: 'op-1', raw: null }, 'inquiry');
    expect(await read()).toMatchObject({ number: 1, status: 'success' });
  });
});

it('a snapshot is read even if another process has added a column since the last one', async () => {
  const checkout = await makeCheckout(ctx, caller);
  const read = async () => (await getCheckoutSnapshot(ctx, customerWith(checkout.token))).session.token;
  const token = await read();
  for (const table of ['checkout_sessions', 'merchants']) {
    await ctx.pool.query(`alter table ${table} add column later text`);
    for (let time = 0; time < 2; time++) expect(await read()).toBe(token);
  }
});
