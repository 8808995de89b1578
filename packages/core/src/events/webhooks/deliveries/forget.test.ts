import { housekeep } from '@guichet/server/worker/housekeep';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { forceOff } from '../../../../../../test-support/endpoints.ts';
import { advance, dropJobs } from '../../../../../../test-support/jobs.ts';
import { startReceiver } from '../../../../../../test-support/receiver.ts';
import { service_actor } from '../../../platform/actor/actor.ts';
import { usual_retention } from '../../../platform/retention.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { forgetOldDeliveries } from './forget.ts';

const day_ms = 24 * 60 * 60 * 1000;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function count(table: 'webhook_deliveries' | 'webhook_attempts' | 'events'): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

test('finished deliveries are deleted with their attempts after 90 days, and events are kept', async () => {
  const receiver = await startReceiver();
  for (let merchant = 1; merchant <= 2; merchant++) {
    const caller = await makeCaller(ctx);
    await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url: receiver.url });
    for (let payment = 1; payment <= 3; payment++)
      await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
  }
  await advance(ctx, 1_000);
  expect(receiver.requests).toHaveLength(6);
  await dropJobs(ctx);
  await ctx.pool.query(
    `update webhook_deliveries set status = 'waiting', next_attempt_at = created_at, delivered_at = null
    where id = (select max(id) from webhook_deliveries)`,
  );
  ctx.clock.advance(90 * day_ms - 60_000);
  await housekeep(ctx);
  expect([await count('webhook_deliveries'), await count('webhook_attempts')]).toEqual([6, 6]);
  ctx.clock.advance(60_000);
  await forgetOldDeliveries(ctx, service_actor, usual_retention);
  // One delivery is still waiting.
  expect([await count('webhook_deliveries'), await count('webhook_attempts')]).toEqual([1, 1]);
  expect(await count('events')).toBe(6);
  await receiver.close();
});

test('deliveries scheduled for an endpoint while it was being disabled are abandoned', async () => {
  const caller = await makeCaller(ctx);
  const input = { url: 'http://127.0.0.1:9/hook' };
  const [off, on] = [
    await createEndpoint(ctx, commandOf(caller.merchant_id), input),
    await createEndpoint(ctx, commandOf(caller.merchant_id), input),
  ];
  await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
  await forceOff(ctx, { id: off.id });
  const standing = async () => {
    const { rows } = await ctx.pool.query(
      'select endpoint_id, status from webhook_deliveries where merchant_id = $1 order by endpoint_id',
      [caller.merchant_id],
    );
    return rows;
  };
  const waiting = [
    { endpoint_id: off.id, status: 'waiting' },
    { endpoint_id: on.id, status: 'waiting' },
  ];
  // A transaction may still be writing them.
  await housekeep(ctx);
  expect(await standing()).toEqual(waiting);
  ctx.clock.advance(61_000);
  await housekeep(ctx);
  expect(await standing()).toEqual([{ ...waiting[0], status: 'failed' }, waiting[1]]);
});
