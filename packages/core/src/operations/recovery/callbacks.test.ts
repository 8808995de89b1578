import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { addTellerAccount, pending, receiveFromTeller, teller } from '../../../../../test-support/teller.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { listAccountCallbacks } from '../callbacks/show.ts';
import { beginRecovery } from './begin.ts';
import { lookAround } from './look.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext(teller.providers);
});
afterAll(() => ctx.database.close());

it('a callback that cannot be verified when its request is repeated is processed again later', async () => {
  teller.truth = pending;
  const caller = await makeCaller(ctx, 'live');
  const account = await addTellerAccount(ctx, caller.merchant_id, 'teller-signed', {});
  const problem = async () =>
    (await listAccountCallbacks(ctx, command, { account_id: account.id, with_problem: false, limit: 1 }))[0]
      ?.problem;
  await beginRecovery(ctx, command);
  const reference = randomUUID();
  await receiveFromTeller(ctx, account, { reference, amount: 5100 }, null);
  await advance(ctx, 0);
  expect(await problem()).toBe('unknown_reference');

  ctx.clock.advance(60_000);
  const checkout = await makeCheckout(ctx, caller);
  const { id } = await commitAttempt(ctx, checkout, { account });
  await ctx.pool.query('update attempts set reference = $1 where id = $2', [reference, id]);
  await dropJobs(ctx);
  const openWithProvider: TestContext['accounts']['openWithProvider'] = async (...key) => {
    const { connector, provider } = await ctx.accounts.openWithProvider(...key);
    const verifyCallback = () => Promise.reject(new Error('the signing keys cannot be fetched'));
    return { provider, connector: { ...connector, verifyCallback } };
  };
  const broken = { ...ctx, accounts: { ...ctx.accounts, openWithProvider } };
  await lookAround(broken, service_actor);
  expect(await problem()).toBe('unknown_reference');
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing' });

  await lookAround(ctx, service_actor);
  expect(await problem()).toBeNull();
  expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
});
