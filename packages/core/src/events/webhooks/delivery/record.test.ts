import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { good_health } from './judge.ts';
import { makeRecorder, type Recording } from './record.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

/** Makes payments with one delivery each. @returns their ids in order */
async function makeDeliveries(count: number) {
  const caller = await makeCaller(ctx);
  const { merchant_id } = caller;
  await createEndpoint(ctx, commandOf(merchant_id, 'test'), { url: 'https://shop.example/hook' });
  for (let number = 0; number < count; number++) {
    await chooseAndPay(ctx, await makeCheckout(ctx, caller), '00');
  }
  return ctx.db
    .selectFrom('webhook_deliveries')
    .select(['id as delivery_id', 'merchant_id', 'endpoint_id'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('id')
    .execute();
}
type Made = Awaited<ReturnType<typeof makeDeliveries>>[number];

function recordingOf(made: Made, status_code: number, response_excerpt = ''): Recording {
  const { merchant_id, delivery_id, endpoint_id } = made;
  const now = ctx.clock.now();
  const succeeded = status_code === 200;
  return {
    endpoint_id,
    url: 'https://shop.example/hook',
    health_changed: false,
    verdict: {
      succeeded,
      health: good_health,
      switch_off: null,
      record: {
        merchant_id,
        delivery_id,
        number: 1,
        status_code,
        error: null,
        response_excerpt,
        duration_ms: 10,
        created_at: now,
        status: succeeded ? 'delivered' : 'waiting',
        next_attempt_at: succeeded ? null : now,
        delivered_at: succeeded ? now : null,
      },
    },
  };
}

async function statesOf(made: readonly Made[]) {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_attempts', 'webhook_attempts.delivery_id', 'webhook_deliveries.id')
    .select(['webhook_deliveries.id', 'status', 'attempts', 'number'])
    .where(
      'webhook_deliveries.id',
      'in',
      made.map(({ delivery_id }) => delivery_id),
    )
    .orderBy('webhook_deliveries.id')
    .execute();
  return rows.map(({ status, attempts, number }) => `${status} ${attempts} ${number}`);
}

it('two attempts at one delivery in the same group count as one, and the success prevails', async () => {
  const [first, second] = await makeDeliveries(2);
  if (!first || !second) throw new Error('no deliveries');
  const recorder = makeRecorder(ctx);
  await Promise.all([
    recorder.record(recordingOf(second, 500)),
    recorder.record(recordingOf(first, 500)),
    recorder.record(recordingOf(first, 200)),
    recorder.record(recordingOf(second, 200)),
    recorder.record(recordingOf(second, 500)),
  ]);
  // The first attempt was recorded alone; the others were recorded as a group.
  expect(await statesOf([first, second])).toEqual(['delivered 1 1', 'waiting 1 1']);
});

it('an attempt that PostgreSQL rejects is dropped immediately, and the others are recorded', async () => {
  const made = await makeDeliveries(3);
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('no deliveries');
  const recorder = makeRecorder(ctx);
  await Promise.all([
    recorder.record(recordingOf(first, 200)),
    recorder.record(recordingOf(second, 200, 'a NUL \u0000')),
    recorder.record(recordingOf(third, 200)),
  ]);
  expect(await statesOf(made)).toEqual(['delivered 1 1', 'waiting 0 null', 'delivered 1 1']);
  await recorder.record(recordingOf(second, 200, 'a NUL \u0000'));
});
