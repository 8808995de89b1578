import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { addTellerAccount, receiveFromTeller, teller } from '../../../../../test-support/teller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext(teller.providers);
  caller = await makeCaller(ctx, 'live');
});
afterAll(() => ctx.database.close());

it('concurrent callbacks are each applied, and copies among them are counted', async () => {
  const account = await addTellerAccount(ctx, caller.merchant_id, 'teller-signed');
  const opened = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const checkout = await makeCheckout(ctx, caller);
      return { checkout, attempt: await commitAttempt(ctx, checkout, { account }) };
    }),
  );
  // A provider may return our reference in capitals.
  const said = opened.map(({ attempt: { reference } }, place) => ({
    reference: place === 0 ? reference.toUpperCase() : reference,
    amount: 5100,
  }));
  const forged = { ...said[1], forged: true };
  const stranger = { reference: crypto.randomUUID(), amount: 5100 };
  const bodies = [...said, forged, stranger];
  await Promise.all([...bodies, ...bodies, ...bodies].map((body) => receiveFromTeller(ctx, account, body)));
  await advance(ctx, 0);
  const { rows } = await ctx.pool.query(
    'select problem, copies, count(*)::int from callbacks where account_id = $1 group by 1, 2 order by 1',
    [account.id],
  );
  expect(rows).toEqual([
    { problem: 'forged', copies: 3, count: 1 },
    { problem: 'unknown_reference', copies: 3, count: 1 },
    { problem: null, copies: 3, count: 4 },
  ]);
  for (const { checkout } of opened) {
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success', attempts: ['success'] });
  }
});
