import { systemClock } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { startReceiver } from '../../../../../../test-support/receiver.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { browseEvents, showEvent } from '../../browse.ts';
import { emitEvent } from '../../emit.ts';
import type { EventType } from '../../types.ts';
import { deliverDue } from '../delivery/deliver.ts';
import { saveHealth } from '../delivery/queries.ts';
import { makeSender } from '../delivery/send.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { disableEndpoint } from '../endpoints/enable.ts';
import { type DeliveryFilter, listDeliveries } from './list.ts';
import { showDelivery } from './show.ts';

let ctx: TestContext<typeof systemClock>;
let caller: Caller;
beforeAll(async () => {
  // A real clock is used, because ids contain the real time of their creation.
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
beforeEach(async () => {
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

async function make(url = 'http://127.0.0.1:9/hook', mode: 'test' | 'live' = 'test'): Promise<string> {
  return (await createEndpoint(ctx, commandOf(caller.merchant_id, mode), { url })).id;
}

function emit(type: EventType = 'payment.successful', mode: 'test' | 'live' = 'test', at = new Date()) {
  const { merchant_id } = caller;
  const object_id = makeId('payment');
  return ctx.db
    .transaction()
    .execute((tx) => emitEvent(tx, { merchant_id, mode, type, object_id, data: {}, at }));
}

const list = (filter: Partial<DeliveryFilter> = {}) =>
  listDeliveries(ctx, { merchant_id: caller.merchant_id, ...filter });

describe('the log of deliveries', () => {
  it('shows each with its state, newest event first', async () => {
    const receiver = await startReceiver((response, _, count) =>
      response.writeHead(count === 1 ? 200 : 503).end(`answer ${count}`),
    );
    const endpoint_id = await make(receiver.url);
    const first = await emit();
    const sender = makeSender({ networks: ctx.webhook_networks });
    await deliverDue(ctx, sender);
    const second = await emit('payment.failed');
    await deliverDue(ctx, sender);
    const third = await emit();
    const time = expect.stringMatching(/^\d{4}-.*\+00:00$/);
    const duration_ms = expect.any(Number);
    const { items } = await list();
    const common = {
      endpoint_id,
      object_id: expect.stringMatching(/^pay_/),
      livemode: false,
      created_at: time,
    };
    expect(items).toEqual([
      {
        ...{ ...common, id: expect.stringMatching(/^dlv_/), event_id: third, event: 'payment.successful' },
        ...{ status: 'waiting', attempts: 0, delivered_at: null, last_attempt: null, next_attempt_at: time },
      },
      {
        ...{ ...common, id: expect.stringMatching(/^dlv_/), event_id: second, event: 'payment.failed' },
        ...{ status: 'waiting', attempts: 1, delivered_at: null, next_attempt_at: time },
        last_attempt: { created_at: time, status_code: 503, error: null, duration_ms },
      },
      {
        ...{ ...common, id: expect.stringMatching(/^dlv_/), event_id: first, event: 'payment.successful' },
        ...{ status: 'delivered', attempts: 1, delivered_at: time, next_attempt_at: null },
        last_attempt: { created_at: time, status_code: 200, error: null, duration_ms },
      },
    ]);
    const delivery_id = items[1]?.id ?? '';
    expect(await showDelivery(ctx, { merchant_id: caller.merchant_id, delivery_id })).toEqual({
      ...items[1],
      tries: [
        {
          number: 1,
          status_code: 503,
          error: null,
          response_excerpt: 'answer 2',
          duration_ms,
          created_at: time,
        },
      ],
    });
    await sender.close();
    await receiver.close();
  });

  it('shows when the next attempt at a paused endpoint is due', async () => {
    const endpoint_id = await make();
    await emit();
    const { merchant_id } = caller;
    const open_until = new Date(Date.now() + 60_000);
    const failing = { failures: 9, failing_since: new Date(), open_until };
    await saveHealth(ctx.db, [{ merchant_id, endpoint_id, ...failing }], new Date());
    const { items } = await list();
    expect(new Date(items[0]?.next_attempt_at ?? 0)).toEqual(open_until);
  });

  it('can be filtered by endpoint, mode, status, type and time', async () => {
    const [one, other, live] = [await make(), await make(), await make('https://shop.example/', 'live')];
    const early = await emit('payment.failed');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const between = new Date();
    const late = await emit('payment.successful');
    const in_live = await emit('payout.failed', 'live');
    await disableEndpoint(ctx, commandOf(caller.merchant_id), other);
    const found = async (filter: Partial<DeliveryFilter>) =>
      (await list(filter)).items.map(({ event_id, endpoint_id }) => [event_id, endpoint_id]);
    const news = (await list({ event: 'webhook_endpoint.disabled' })).items[0]?.event_id;
    expect(await found({ endpoint_id: one })).toEqual([
      [news, one],
      [late, one],
      [early, one],
    ]);
    expect(await found({ status: 'failed' })).toEqual([
      [late, other],
      [early, other],
    ]);
    expect(await found({ status: 'failed', endpoint_id: one })).toEqual([]);
    expect(await found({ mode: 'live' })).toEqual([[in_live, live]]);
    expect(await found({ event: 'payment.failed', endpoint_id: one })).toEqual([[early, one]]);
    expect(await found({ endpoint_id: one, until: between })).toEqual([[early, one]]);
    expect(await found({ endpoint_id: one, since: between, status: 'waiting' })).toEqual([
      [news, one],
      [late, one],
    ]);
    expect(await found({ since: new Date(Date.now() + 1000) })).toEqual([]);
  });

  it('has stable pages', async () => {
    await make();
    await make();
    const ids = [await emit(), await emit(), await emit()];
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      await emit();
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(6);
    const { items } = await list({ limit: 100 });
    expect(items.filter(({ event_id }) => ids.includes(event_id)).map(({ id }) => id)).toEqual(seen);
    await expect(list({ cursor: 'dlv_none' })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { cursor: ['must be the next_cursor of an earlier page'] },
    });
  });

  it('shows only the merchant’s own deliveries', async () => {
    const endpoint_id = await make();
    await emit();
    const { items } = await list();
    const { merchant_id } = await makeCaller(ctx);
    expect((await listDeliveries(ctx, { merchant_id })).items).toEqual([]);
    await expect(listDeliveries(ctx, { merchant_id, endpoint_id })).rejects.toMatchObject({
      code: 'endpoint_not_found',
    });
    await expect(listDeliveries(ctx, { merchant_id, cursor: items[0]?.id })).rejects.toMatchObject({
      code: 'invalid_fields',
    });
    await expect(listDeliveries(ctx, { merchant_id: 'mer_none' })).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });
});

describe('events of a merchant', () => {
  it('are listed newest first, in pages, filtered by mode, type and object', async () => {
    const { merchant_id } = caller;
    const ids = [await emit(), await emit('payment.failed'), await emit()];
    await emit('payment.successful', 'live');
    const find = async (filter: object) => browseEvents(ctx, { merchant_id, mode: 'test', ...filter });
    const idsOf = async (filter: object) => (await find(filter)).items.map(({ id }) => id);
    expect(await idsOf({})).toEqual(ids.toReversed());
    expect(await find({ limit: 2 })).toMatchObject({ next_cursor: ids[1] });
    expect(await idsOf({ limit: 2, cursor: ids[1] })).toEqual([ids[0]]);
    expect(await idsOf({ event: 'payment.failed' })).toEqual([ids[1]]);
    const { rows } = await ctx.pool.query('select object_id from events where id = $1', [ids[2]]);
    expect(await idsOf({ object_id: rows[0]?.object_id })).toEqual([ids[2]]);
    await expect(browseEvents(ctx, { merchant_id: 'mer_none', mode: 'test' })).rejects.toMatchObject({
      code: 'merchant_not_found',
    });
  });

  it('are shown to their merchant with their deliveries', async () => {
    const endpoint_id = await make();
    const event_id = await emit();
    const { merchant_id } = caller;
    expect(await showEvent(ctx, { merchant_id, event_id })).toMatchObject({
      event: { id: event_id, event: 'payment.successful', sequence: 1 },
      deliveries: [{ endpoint_id, status: 'waiting' }],
    });
    const { merchant_id: other } = await makeCaller(ctx);
    await expect(showEvent(ctx, { merchant_id: other, event_id })).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });
});
