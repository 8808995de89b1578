import { systemClock, timestampText } from '@guichet/kernel/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { emitEvent } from '../../emit.ts';
import { resendRange } from '../deliveries/resend.ts';
import { createEndpoint } from './create.ts';
import { disableEndpoint, enableEndpoint } from './enable.ts';

let ctx: TestContext<typeof systemClock>;
beforeAll(async () => {
  // Ids contain the real time of their creation, and the search for a range uses them.
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
afterAll(() => ctx.database.close());

it('reports the time of an event whose transaction began before the endpoint was disabled and wrote the event afterwards', async () => {
  const { merchant_id } = await makeCaller(ctx);
  const actor = commandOf(merchant_id, 'test');
  const { id: endpoint_id } = await createEndpoint(ctx, actor, { url: 'http://127.0.0.1:9/hook' });
  // Makes the endpoint an hour older, as if it had existed before this test.
  await ctx.pool.query(`update webhook_endpoints set created_at = created_at - interval '1 hour'`);
  const emit = (object_id: string, at: Date) =>
    ctx.db
      .transaction()
      .execute((tx) =>
        emitEvent(tx, { merchant_id, mode: 'test', type: 'payment.failed', object_id, data: {}, at }),
      );
  const ago = (ms: number) => new Date(Date.now() - ms);
  const sent = await emit('pay_1', ago(3_000));
  const began = ago(1_000);
  await disableEndpoint(ctx, actor, endpoint_id);
  const missed = await emit('pay_2', began);
  const countScheduled = async (event_id: string) =>
    (await ctx.pool.query('select 1 from webhook_deliveries where event_id = $1', [event_id])).rowCount;
  expect([await countScheduled(sent), await countScheduled(missed)]).toEqual([1, 0]);
  const { was_off_since } = await enableEndpoint(ctx, actor, endpoint_id);
  expect(was_off_since).toBe(timestampText(began));
  await resendRange(ctx, { merchant_id, endpoint_id, since: new Date(was_off_since ?? '') });
  expect([await countScheduled(sent), await countScheduled(missed)]).toEqual([1, 1]);
});
