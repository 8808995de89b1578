import { systemClock } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { type Receiver, startReceiver } from '../../../../../../test-support/receiver.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { emitEvent } from '../../emit.ts';
import type { EventType } from '../../types.ts';
import { deliverDue, startDelivering } from '../delivery/deliver.ts';
import { saveHealth } from '../delivery/queries.ts';
import { makeSender, type Sender } from '../delivery/send.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { deleteEndpoint } from '../endpoints/delete.ts';
import { disableEndpoint, enableEndpoint } from '../endpoints/enable.ts';
import type { EndpointKey } from '../endpoints/queries.ts';
import { testEndpoint } from '../endpoints/send-test.ts';
import { listDeliveries } from './list.ts';
import { resendDelivery, resendEvent, resendFailed, resendRange } from './resend.ts';
import { showDelivery } from './show.ts';

let ctx: TestContext<typeof systemClock>;
let sender: Sender;
let caller: Caller;
let receiver: Receiver;
let status = 200;
beforeAll(async () => {
  // Ids contain the real time of their creation.
  ctx = composeContext(await makeTestDatabase(), systemClock);
  sender = makeSender({ networks: ctx.webhook_networks });
});
beforeEach(async () => {
  status = 200;
  caller = await makeCaller(ctx);
  receiver = await startReceiver((response) => response.writeHead(status).end());
});
afterEach(() => receiver.close());
afterAll(async () => {
  await sender.close();
  await ctx.database.close();
});

const hour_ms = 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms);
const long_ago = ago(24 * hour_ms);

async function make(events?: EventType[], url = receiver.url): Promise<EndpointKey> {
  const { merchant_id, mode } = caller;
  const { id } = await createEndpoint(ctx, commandOf(merchant_id, mode), { url, ...(events && { events }) });
  return { merchant_id, endpoint_id: id };
}

/** Emits an event of a new object, or of the given one. */
function emit(type: EventType = 'payment.successful', object_id = makeId('payment')): Promise<string> {
  const { merchant_id, mode } = caller;
  return ctx.db
    .transaction()
    .execute((tx) =>
      emitEvent(tx, { merchant_id, mode, type, object_id, data: { object_id }, at: new Date() }),
    );
}

const deliver = () => deliverDue(ctx, sender);
/** Returns the ids of the events received since the last call, and clears them. */
const arrived = () => (receiver.requests as unknown[]).splice(0).map((request) => eventOf(request).id);
const eventOf = (request: unknown): { id: string; sequence: number; data: { object_id: string } } =>
  JSON.parse((request as { body: string }).body);

/** Finds the delivery of an event to an endpoint. */
async function find({ merchant_id, endpoint_id }: EndpointKey, event_id: string) {
  const { items } = await listDeliveries(ctx, { merchant_id, endpoint_id, limit: 100 });
  const found = items.find((item) => item.event_id === event_id);
  if (!found) throw new Error(`no delivery of ${event_id}`);
  return found;
}

/** Creates an endpoint whose only delivery was given up after one attempt. */
async function makeFailed(): Promise<{ key: EndpointKey; event_id: string; delivery_id: string }> {
  status = 500;
  const key = await make();
  const event_id = await emit();
  await deliver();
  await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
  await enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
  status = 200;
  arrived();
  return { key, event_id, delivery_id: (await find(key, event_id)).id };
}

describe('resendDelivery', () => {
  it('resends a successful delivery with the same body and keeps every attempt', async () => {
    const key = await make();
    const event_id = await emit();
    await deliver();
    const [before] = receiver.requests;
    const { id: delivery_id } = await find(key, event_id);
    expect(await resendDelivery(ctx, { ...key, delivery_id })).toEqual({
      endpoint_id: key.endpoint_id,
      resent: 1,
      added: 0,
      under_way: 0,
    });
    expect(await deliver()).toBe(1);
    expect(receiver.requests.map(({ body }) => body)).toEqual([before?.body, before?.body]);
    expect(await showDelivery(ctx, { ...key, delivery_id })).toMatchObject({
      status: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      tries: [
        { number: 1, status_code: 200 },
        { number: 2, status_code: 200 },
      ],
    });
  });

  it('restarts the retry schedule of a delivery that was given up', async () => {
    const { key, delivery_id, event_id } = await makeFailed();
    status = 500;
    await ctx.pool.query(`update webhook_deliveries set attempts = 12 where id = $1`, [delivery_id]);
    await resendDelivery(ctx, { ...key, delivery_id });
    await deliver();
    const { attempts, status: stands, next_attempt_at } = await find(key, event_id);
    expect([attempts, stands]).toEqual([13, 'waiting']);
    // The first wait is 5 s, with 20 % of jitter.
    const wait_ms = new Date(next_attempt_at ?? 0).getTime() - Date.now();
    expect(wait_ms).toBeLessThanOrEqual(6_000);
  });

  it('sends a scheduled delivery immediately, but leaves alone one that is already due', async () => {
    status = 500;
    const key = await make();
    const event_id = await emit();
    const { id: delivery_id } = await find(key, event_id);
    expect(await resendDelivery(ctx, { ...key, delivery_id })).toMatchObject({ resent: 0, under_way: 1 });
    await deliver();
    arrived();
    status = 200;
    expect(await resendDelivery(ctx, { ...key, delivery_id })).toMatchObject({ resent: 1, under_way: 0 });
    await deliver();
    expect(arrived()).toEqual([event_id]);
  });

  it('sends the delivery even to a paused endpoint', async () => {
    const { key, event_id, delivery_id } = await makeFailed();
    const now = new Date();
    const open_until = new Date(now.getTime() + hour_ms);
    await saveHealth(ctx.db, [{ ...key, failures: 9, failing_since: now, open_until }], now);
    await resendDelivery(ctx, { ...key, delivery_id });
    await deliver();
    expect(arrived()).toEqual([event_id]);
  });

  it('does not find an unknown delivery or one of another merchant', async () => {
    const { delivery_id, key } = await makeFailed();
    const { merchant_id } = await makeCaller(ctx);
    const wrong = [
      { merchant_id, delivery_id },
      { ...key, delivery_id: 'dlv_none' },
    ];
    for (const each of wrong) {
      await expect(resendDelivery(ctx, each)).rejects.toMatchObject({ code: 'delivery_not_found' });
      await expect(showDelivery(ctx, each)).rejects.toMatchObject({ code: 'delivery_not_found' });
    }
    expect(await deliver()).toBe(0);
  });
});

describe('resendEvent', () => {
  it('sends the event to every enabled endpoint that listens to it or has received it', async () => {
    const told = await make();
    const off = await make();
    const event_id = await emit();
    const late = await make(['payment.successful']);
    await make(['payout.failed']);
    await disableEndpoint(ctx, commandOf(off.merchant_id), off.endpoint_id);
    await deliver();
    arrived();
    expect(await resendEvent(ctx, { merchant_id: caller.merchant_id, event_id })).toEqual([
      { endpoint_id: told.endpoint_id, resent: 1, added: 0, under_way: 0 },
      { endpoint_id: late.endpoint_id, resent: 0, added: 1, under_way: 0 },
    ]);
    await deliver();
    expect(arrived()).toEqual([event_id, event_id]);
  });

  it('sends the event to a given endpoint that never listened to it', async () => {
    await make();
    const event_id = await emit();
    await deliver();
    arrived();
    const deaf = await make(['payout.failed']);
    expect(await resendEvent(ctx, { ...deaf, event_id })).toMatchObject([{ added: 1 }]);
    await deliver();
    expect(arrived()).toEqual([event_id]);
  });

  it('rejects an event without listeners, a disabled endpoint, and an endpoint of another mode or merchant', async () => {
    const event_id = await emit();
    const { merchant_id } = caller;
    await expect(resendEvent(ctx, { merchant_id, event_id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(resendEvent(ctx, { merchant_id, event_id: 'evt_none' })).rejects.toMatchObject({
      code: 'event_not_found',
    });
    const off = await make();
    await disableEndpoint(ctx, commandOf(off.merchant_id), off.endpoint_id);
    await expect(resendEvent(ctx, { ...off, event_id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('switched off (by_hand)'),
    });
    const { id: live } = await createEndpoint(ctx, commandOf(merchant_id, 'live'), { url: receiver.url });
    await expect(resendEvent(ctx, { merchant_id, event_id, endpoint_id: live })).rejects.toMatchObject({
      code: 'endpoint_not_found',
      message: 'The event is in test mode and the endpoint in live mode.',
    });
    caller = await makeCaller(ctx);
    const others = await make();
    const keys = [
      { merchant_id, endpoint_id: others.endpoint_id, event_id },
      { ...others, event_id },
    ];
    for (const key of keys)
      await expect(resendEvent(ctx, key)).rejects.toMatchObject({
        code: expect.stringMatching(/_not_found$/),
      });
    expect(await deliver()).toBe(0);
  });
});

describe('resendRange', () => {
  it('resends every event that the endpoint listens to, delivered or not, in order for each object', async () => {
    const key = await make();
    const objects = Array.from({ length: 5 }, () => makeId('payment'));
    const ids: string[] = [];
    // Two events for each object, interleaved.
    for (const object_id of [...objects, ...objects.toReversed()])
      ids.push(await emit('payment.failed', object_id));
    await deliver();
    await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    for (const object_id of objects) ids.push(await emit('payment.successful', object_id));
    const deaf = await make([`payout.failed`]);
    await testEndpoint(ctx, commandOf(deaf.merchant_id), deaf.endpoint_id);
    await enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    await deliver();
    arrived();
    expect(await resendRange(ctx, { ...key, since: long_ago })).toEqual({
      endpoint_id: key.endpoint_id,
      resent: 10,
      // The events that were emitted while the endpoint was disabled, and the event that reports this.
      added: 6,
      under_way: 0,
    });
    await deliver();
    const events = receiver.requests.map(eventOf);
    expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(events).toHaveLength(16);
    for (const object_id of objects) {
      const of_object = events.filter(({ data }) => data.object_id === object_id);
      expect(of_object.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    }
  });

  it('respects the start and end of the period, and the types and mode of the endpoint', async () => {
    const key = await make(['payment.successful']);
    const before = await emit();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date();
    const inside = await emit();
    await emit('payment.failed');
    await ctx.pool.query(
      `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
      values ($1, $2, 'live', 'payment.successful', 'pay_live', 1, '{}', now())`,
      [caller.merchant_id, makeId('event')],
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
    const until = new Date();
    const after = await emit();
    await deliver();
    expect(arrived().toSorted()).toEqual([before, inside, after]);
    expect(await resendRange(ctx, { ...key, since, until })).toMatchObject({ resent: 1, added: 0 });
    await deliver();
    expect(arrived()).toEqual([inside]);
    expect(await resendRange(ctx, { ...key, since: until })).toMatchObject({ resent: 1 });
    await deliver();
    expect(arrived()).toEqual([after]);
    await expect(resendRange(ctx, { ...key, since: until, until: since })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { since: ['must be before until'] },
    });
  });

  it('resends thousands of events', { timeout: 60_000 }, async () => {
    const key = await make();
    await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    const count = 2_500;
    await ctx.pool.query(
      `insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
      select $1, id, 'test', 'payment.successful', 'pay_' || id, 1, '{"id":"' || id || '"}', now()
      from unnest($2::text[]) as id`,
      [caller.merchant_id, Array.from({ length: count }, () => makeId('event'))],
    );
    await enableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    // Includes the event that reports the disabled endpoint.
    expect(await resendRange(ctx, { ...key, since: long_ago })).toMatchObject({
      resent: 0,
      added: count + 1,
    });
    expect(await resendRange(ctx, { ...key, since: long_ago })).toMatchObject({
      resent: 0,
      added: 0,
      under_way: count + 1,
    });
    await deliver();
    expect(new Set(arrived()).size).toBe(count + 1);
  });

  it('never repeats an event that is due or in flight', { timeout: 60_000 }, async () => {
    const key = await make();
    for (let count = 0; count < 200; count++) await emit();
    const service = startDelivering(ctx, sender);
    const since = long_ago;
    let asked = 0;
    // Each request covers all events: those still due or in flight are not sent twice, and those already sent are
    // sent again.
    const rounds = Array.from({ length: 4 }, async () => {
      const { under_way, resent } = await resendRange(ctx, { ...key, since });
      asked += resent;
      expect(under_way + resent).toBe(200);
    });
    await Promise.all(rounds);
    await expect
      .poll(async () => (await listDeliveries(ctx, { ...key, status: 'waiting' })).items, { timeout: 20_000 })
      .toEqual([]);
    await service.stop();
    const { rows } = await ctx.pool.query<{ tries: number }>(
      'select sum(attempts)::int as tries from webhook_deliveries where endpoint_id = $1',
      [key.endpoint_id],
    );
    // Each event arrives at most once for its first delivery and once for each resend, and is recorded each time.
    expect(receiver.requests).toHaveLength(rows[0]?.tries ?? 0);
    expect(receiver.requests.length).toBeLessThanOrEqual(200 + asked);
    expect(new Set(arrived()).size).toBe(200);
  });
});

describe('a delivery whose attempt is being recorded', () => {
  it('blocks neither a resend nor disabling the endpoint', async () => {
    const key = await make();
    const [held, free] = [await emit(), await emit()];
    await deliver();
    arrived();
    await ctx.db.transaction().execute(async (writer) => {
      await writer
        .updateTable('webhook_deliveries')
        .set({ status: 'waiting', next_attempt_at: new Date() })
        .where('event_id', '=', held)
        .execute();
      // If either call waited for the lock that this transaction holds, neither the call nor the transaction would
      // ever end.
      expect(await resendRange(ctx, { ...key, since: long_ago })).toMatchObject({ resent: 1, under_way: 1 });
      await disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id);
    });
    expect(await find(key, free)).toMatchObject({ status: 'failed' });
    expect(await find(key, held)).toMatchObject({ status: 'waiting' });
  });
});

describe('failed events', () => {
  it('since a given time are sent again, but delivered events are not', async () => {
    const { key, event_id } = await makeFailed();
    const delivered = await emit();
    await deliver();
    expect(arrived()).toEqual([delivered]);
    expect(await resendFailed(ctx, { ...key, since: new Date() })).toMatchObject({ resent: 0, added: 0 });
    expect(await resendFailed(ctx, { ...key, since: long_ago })).toMatchObject({ resent: 1, added: 0 });
    await deliver();
    expect(arrived()).toEqual([event_id]);
    expect(await resendFailed(ctx, { ...key, since: long_ago })).toMatchObject({ resent: 0 });
  });
});

describe('a disabled endpoint', () => {
  it.each(['disabled', 'deleted'])('receives no resent events once it is %s', async (how) => {
    const { key, delivery_id, event_id } = await makeFailed();
    await (how === 'deleted'
      ? deleteEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id)
      : disableEndpoint(ctx, commandOf(key.merchant_id), key.endpoint_id));
    const code = how === 'deleted' ? 'endpoint_not_found' : 'conflict';
    await expect(resendDelivery(ctx, { ...key, delivery_id })).rejects.toMatchObject({ code });
    await expect(resendEvent(ctx, { ...key, event_id })).rejects.toMatchObject({ code });
    await expect(resendRange(ctx, { ...key, since: long_ago })).rejects.toMatchObject({ code });
    await expect(resendFailed(ctx, { ...key, since: long_ago })).rejects.toMatchObject({ code });
    expect(await deliver()).toBe(0);
    const { rows } = await ctx.pool.query('select status from webhook_deliveries where id = $1', [
      delivery_id,
    ]);
    expect(rows).toEqual([{ status: 'failed' }]);
  });
});
