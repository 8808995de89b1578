import { expect, test } from 'vitest';
import { failure, order, type Reply, rejection, startServer, success } from '../test-support/local-server.ts';
import { ApiError, ConnectionError, NotFoundError } from './errors.ts';
import { readRetryAfter, retryDelay } from './retry.ts';

const session = { checkout_url: 'http://localhost/pay/t', session_token: 't', expires_at: '' };
const atOnce = { headers: { 'retry-after': '0' } };

test.each<[string, Reply]>([
  ['408', failure(408, 'request_timeout', atOnce)],
  ['429', failure(429, 'rate_limited', atOnce)],
  ['500', failure(500, 'internal_error', atOnce)],
  ['503', failure(503, 'unavailable', atOnce)],
  ['a 502 that is not JSON', { status: 502, headers: { 'retry-after': '0' }, body: '<h1>Bad gateway</h1>' }],
  ['a 503 without Retry-After', failure(503, 'unavailable')],
  ['a connection that drops', 'drop'],
  ['an answer that breaks off', 'drop after headers'],
])('%s is tried again with the same key and body', async (_name, reply) => {
  const { client, received } = await startServer(reply, success(session, 201));
  expect(await client().checkout.initialize(order)).toEqual(session);
  expect(received).toHaveLength(2);
  expect(received[1]?.headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key']);
  expect(received[1]?.body).toBe(received[0]?.body);
});

test.each([400, 401, 403, 404, 409, 410, 413, 422])('%i is not tried again', async (status) => {
  const { client, received } = await startServer(failure(status, 'no', atOnce), success({}));
  expect(await rejection(client().payments.retrieve('pay_1'))).toMatchObject({ status });
  expect(received).toHaveLength(1);
});

test.each([0, 1, 3])('maxRetries %i bounds the tries, and the last error is thrown', async (maxRetries) => {
  const { client, received } = await startServer(failure(503, 'unavailable', atOnce));
  const error = await rejection(client({ maxRetries }).checkout.initialize(order));
  expect(error).toMatchObject({ status: 503, code: 'unavailable' });
  expect(error).toHaveProperty('idempotencyKey', received[0]?.headers['idempotency-key']);
  expect(received).toHaveLength(maxRetries + 1);
});

test('without maxRetries there are three retries', async () => {
  const { client, received } = await startServer(failure(500, 'internal_error', atOnce));
  await rejection(client().payments.retrieve('pay_1'));
  expect(received).toHaveLength(4);
});

test('Retry-After is waited for', async () => {
  const { client } = await startServer(
    failure(429, 'rate_limited', { headers: { 'retry-after': '1' } }),
    success({}),
  );
  const start_ms = performance.now();
  await client().payments.retrieve('pay_1');
  // Timers may fire up to a millisecond early.
  expect(performance.now() - start_ms).toBeGreaterThanOrEqual(999);
});

function apiError(status: number, retryAfter: number | null): ApiError {
  const answer = { status, code: null, requestId: null, errors: null, body: '', idempotencyKey: null };
  return new ApiError('', { ...answer, retryAfter });
}
const broken = new ConnectionError('', { idempotencyKey: null });

test.each([
  { name: 'first back-off', error: broken, retries: 0, random: 1, delay_ms: 500 },
  { name: 'third back-off', error: broken, retries: 2, random: 1, delay_ms: 2000 },
  { name: 'back-off is capped', error: broken, retries: 40, random: 1, delay_ms: 8000 },
  { name: 'jitter goes down to nothing', error: broken, retries: 4, random: 0, delay_ms: 0 },
  { name: 'jitter is even', error: apiError(500, null), retries: 1, random: 0.5, delay_ms: 500 },
  { name: 'Retry-After rules', error: apiError(429, 3), retries: 0, random: 0, delay_ms: 3000 },
  { name: 'Retry-After is capped', error: apiError(503, 86_400), retries: 0, random: 0, delay_ms: 30_000 },
  { name: 'Retry-After on a final answer', error: apiError(422, 1), retries: 0, random: 1, delay_ms: null },
  { name: 'any other error', error: new Error('stopped'), retries: 0, random: 1, delay_ms: null },
])('delay: $name', ({ error, retries, random, delay_ms }) => {
  expect(retryDelay(error, retries, () => random)).toBe(delay_ms);
});

const now_ms = Date.parse('2026-11-21T08:00:00Z');
test.each([
  [null, null],
  ['0', 0],
  ['120', 120],
  ['Sat, 21 Nov 2026 08:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['soon GMT', null],
  ['', null],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, now_ms)).toBe(seconds);
});

test('a retry that meets a final answer ends there', async () => {
  const { client, received } = await startServer('drop', failure(404, 'payment_not_found'), success({}));
  expect(await rejection(client().payments.retrieve('pay_1'))).toBeInstanceOf(NotFoundError);
  expect(received).toHaveLength(2);
});
