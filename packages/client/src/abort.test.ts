import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { failure, order, type Reply, rejection, startServer, success } from '../test-support/local-server.ts';
import { ConnectionError, TimeoutError } from './errors.ts';
import { pause } from './retry.ts';

test.each<[string, Reply]>([
  ['no answer at all', 'never answer'],
  ['a body that stalls after the headers', 'stall after headers'],
])('%s is a TimeoutError', async (_name, reply) => {
  const { client } = await startServer(reply);
  const guichet = client({ timeout: 100, maxRetries: 0 });
  const error = await rejection(guichet.checkout.initialize(order, { idempotencyKey: 'order-7' }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toHaveProperty('idempotencyKey', 'order-7');
});

test('the time limit is for each try: after a stall the next one has all of it', async () => {
  const { client, received } = await startServer('stall after headers', success({ id: 'pay_1' }));
  expect(await client({ timeout: 1000 }).payments.retrieve('pay_1')).toEqual({ id: 'pay_1' });
  expect(received.length).toBeGreaterThan(1);
});

test('a signal that is stopped already sends nothing', async () => {
  const { client, received } = await startServer(success({}));
  const reason = new Error('changed my mind');
  const signal = AbortSignal.abort(reason);
  expect(await rejection(client().checkout.initialize(order, { signal }))).toBe(reason);
  expect(await rejection(client().payments.retrieve('pay_1', { signal }))).toBe(reason);
  expect(received).toHaveLength(0);
});

test.each<[string, Reply]>([
  ['before the answer', 'never answer'],
  ['in the middle of the body', 'stall after headers'],
])('a stop %s throws its reason and is not tried again', async (_name, reply) => {
  const { client, received } = await startServer(reply);
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const fetchThenStop = async (url: string, init: RequestInit) => {
    const waiting = fetch(url, init);
    if (reply === 'stall after headers') await waiting;
    controller.abort(reason);
    return waiting;
  };
  const guichet = client({ fetch: fetchThenStop });
  expect(await rejection(guichet.payments.retrieve('pay_1', { signal: controller.signal }))).toBe(reason);
  expect(received.length).toBeLessThanOrEqual(1);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

test('a stop without a reason is an AbortError', async () => {
  const { client } = await startServer('never answer');
  const controller = new AbortController();
  const call = client().payments.retrieve('pay_1', { signal: controller.signal });
  controller.abort();
  expect(await rejection(call)).toHaveProperty('name', 'AbortError');
});

test('a stop ends the wait between two tries', async () => {
  const { client, received } = await startServer(
    failure(503, 'unavailable', { headers: { 'retry-after': '25' } }),
    success({}),
  );
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const fetchAndStopLater = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    setTimeout(() => controller.abort(reason), 100);
    return response;
  };
  const call = client({ fetch: fetchAndStopLater }).payments.retrieve('pay_1', { signal: controller.signal });
  expect(await rejection(call)).toBe(reason);
  expect(received).toHaveLength(1);
});

test.each<[string, Reply]>([
  ['success', success({})],
  ['failure', failure(404, 'payment_not_found')],
])('no listener stays on the signal after a %s', async (_name, reply) => {
  const { client } = await startServer(
    failure(503, 'unavailable', { headers: { 'retry-after': '0' } }),
    reply,
  );
  const { signal } = new AbortController();
  await client()
    .payments.retrieve('pay_1', { signal })
    .catch((error: unknown) => expect(error).toHaveProperty('status', 404));
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a pause ends in time, by a stop, or at once when stopped before', async () => {
  const controller = new AbortController();
  await pause(1, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);

  const reason = new Error('changed my mind');
  const paused = rejection(pause(60_000, controller.signal));
  controller.abort(reason);
  expect(await paused).toBe(reason);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  expect(await rejection(pause(60_000, controller.signal))).toBe(reason);
});
