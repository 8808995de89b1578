import { createKey, revokeKey } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, makeCheckout } from '../testing/api.ts';
import { callPay, meansEnding } from '../testing/checkout-calls.ts';
import { type EventStream, openEvents } from '../testing/event-stream.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const path = '/api/v1/events/stream';
async function open(
  options: { by?: TestService; key?: string; query?: string; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const { by = service, key = by.demo.test_key, query = '', headers } = options;
  const events = await openEvents(by.url, `${path}${query}`, { authorization: `Bearer ${key}`, ...headers });
  onTestFinished(() => events.leave());
  return events;
}

async function pay(digits: string, by = service): Promise<string> {
  const { token, payment_id } = await makeCheckout(by);
  await callPay(by, token, meansEnding(digits));
  return payment_id;
}

describe('the stream of events', () => {
  test('carries the exact body of the webhook, its id and its name', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { merchant_id } = service.demo;
    await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
    const events = await open();
    expect([events.status, events.headers['content-type'], events.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    const payment_id = await pay('00');
    const event = await events.next();
    expect(event).toMatchObject({ event: 'payment.successful', data: { data: { id: payment_id } } });
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(event?.text).toBe(receiver.requests[0]?.body);
    expect(event?.id).toBe(receiver.requests[0]?.headers['webhook-id']);
  });

  test('continues after the last event when a client reconnects', async () => {
    const events = await open();
    const [first, second] = [await pay('01'), await pay('01')];
    const seen = await events.next();
    expect(seen).toMatchObject({ data: { data: { id: first } } });
    events.leave();
    const third = await pay('01');
    for (const how of [{ query: `?after=${seen?.id}` }, { headers: { 'last-event-id': String(seen?.id) } }]) {
      const again = await open(how);
      expect([await again.next(), await again.next()]).toMatchObject([
        { data: { data: { id: second } } },
        { data: { data: { id: third } } },
      ]);
    }
  });

  test('includes events written by another node', async () => {
    const other = await startTestService({ database: service.database, env: { GUICHET_ROLE: 'web' } });
    onTestFinished(() => other.stop());
    const events = await open({ by: other, key: service.demo.test_key });
    const payment_id = await pay('01');
    expect(await events.next()).toMatchObject({ data: { data: { id: payment_id } } });
  });

  test('ends when its key is revoked, and reconnecting is refused', async () => {
    const { merchant_id } = service.demo;
    const { id, key } = await createKey(service.ctx, commandOf(merchant_id, 'test'), {});
    const events = await open({ key });
    await revokeKey(service.ctx, command, id);
    expect(await events.next()).toBeNull();
    // Keys are cached for less than a second.
    await expect.poll(async () => (await open({ key })).status).toBe(401);
    expectError(await callApi(service, path, { key }), 401, 'revoked_api_key');
  });

  test('ends when the service stops, without delaying it', async () => {
    const own = await startTestService();
    const events = await open({ by: own });
    await own.stop();
    expect(await events.next()).toBeNull();
    expect(own.logs.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });
});

describe('the stream is refused', () => {
  test('without a key', async () => {
    expectError(await callApi(service, path), 401, 'authentication_required');
  });

  test.each([
    ['?after=evt_01JD0Z5T8QABCDEFGHJKMNPQRS', 'after'],
    ['?limit=5', 'limit'],
  ])('with the query %s', async (query, field) => {
    const answer = await callApi(service, `${path}${query}`, { key: service.demo.test_key });
    expectError(answer, 422, 'invalid_fields');
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test('when the key has twenty streams already', async () => {
    const { merchant_id } = service.demo;
    const { key } = await createKey(service.ctx, commandOf(merchant_id, 'test'), {});
    const streams = await Promise.all(Array.from({ length: 20 }, () => open({ key })));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await callApi(service, path, { key });
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('5');
    streams[0]?.leave();
    await expect.poll(async () => (await open({ key })).status).toBe(200);
  });
});
