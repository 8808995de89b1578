import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller } from '../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../test-support/context.ts';
import { forceOff } from '../../../../test-support/endpoints.ts';
import { dropJobs } from '../../../../test-support/jobs.ts';
import type { Mode } from '../platform/database/columns.ts';
import { emitEvent } from './emit.ts';
import { findEvent, listObjectEvents } from './queries.ts';
import type { EventType } from './types.ts';
import { createEndpoint } from './webhooks/endpoints/create.ts';

let ctx: TestContext;
let merchant_id: string;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  merchant_id = (await makeCaller(ctx)).merchant_id;
  await dropJobs(ctx);
});

const emit = (changes: { object_id?: string; data?: unknown; type?: EventType; mode?: Mode } = {}) =>
  ctx.db.transaction().execute((tx) =>
    emitEvent(tx, {
      merchant_id,
      mode: 'test',
      type: 'payment.failed',
      object_id: 'pay_1',
      data: { id: 'pay_1' },
      at: start,
      ...changes,
    }),
  );
const list = (object_id = 'pay_1') => listObjectEvents(ctx.db, merchant_id, object_id);

async function listen(mode: Mode, events?: EventType[], merchant = merchant_id): Promise<string> {
  const url = 'http://localhost:9/hook';
  return (await createEndpoint(ctx, commandOf(merchant, mode), { url, ...(events && { events }) })).id;
}

/** Lists the endpoints that have a delivery. */
async function listeners(): Promise<string[]> {
  const deliveries = await ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .execute();
  return deliveries.map(({ endpoint_id }) => endpoint_id).toSorted();
}

describe('an event', () => {
  it('records its type, time and mode, and the object at that moment', async () => {
    await emit({ data: { id: 'pay_1', name: 'Awa Koné 😀' } });
    const [event] = await list();
    expect(JSON.parse(event?.body ?? '')).toEqual({
      id: event?.id,
      event: 'payment.failed',
      created_at: '2040-03-01T10:00:00.000+00:00',
      livemode: false,
      sequence: 1,
      data: { id: 'pay_1', name: 'Awa Koné 😀' },
    });
    expect(await findEvent(ctx.db, merchant_id, event?.id ?? '')).toEqual(event);
    expect(await findEvent(ctx.db, 'mer_other', event?.id ?? '')).toBeUndefined();
  });

  it('is numbered among the events of its object', async () => {
    for (const object_id of ['pay_1', 'pay_2', 'pay_1', 'pay_1']) await emit({ object_id });
    expect((await list('pay_1')).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await list('pay_2')).map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('cannot be changed or deleted', async () => {
    await emit();
    await expect(ctx.pool.query(`update events set body = '{}'`)).rejects.toThrow('events is append-only');
    await expect(ctx.pool.query('delete from events')).rejects.toThrow('events is append-only');
    await expect(ctx.pool.query('truncate events')).rejects.toThrow('events is append-only');
  });

  it('is rolled back with its transaction, and so are its deliveries', async () => {
    await listen('test');
    const change = ctx.db.transaction().execute(async (tx) => {
      const event = { merchant_id, mode: 'test', type: 'payment.failed', object_id: 'pay_1' } as const;
      await emitEvent(tx, { ...event, data: {}, at: start });
      throw new Error('changed my mind');
    });
    await expect(change).rejects.toThrow('changed my mind');
    expect(await list()).toEqual([]);
    expect(await listeners()).toEqual([]);
  });
});

describe('an event is delivered', () => {
  it('to the merchant’s enabled endpoints of the same mode that subscribe to its type', async () => {
    const all = await listen('test');
    const some = await listen('test', ['payment.expired', 'payment.failed']);
    await listen('test', ['payment.successful']);
    await listen('live');
    await listen('test', undefined, (await makeCaller(ctx)).merchant_id);
    const off = await listen('test');
    await forceOff(ctx, { id: off });
    await emit();
    expect(await listeners()).toEqual([all, some].toSorted());
  });

  it('to no endpoint if none subscribes to it, but is kept', async () => {
    await emit();
    expect(await listeners()).toEqual([]);
    expect(await list()).toHaveLength(1);
  });
});
