import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from './errors.ts';
import { pause, readRetryAfter, retryDelay } from './retry.ts';

function apiError(status: number, retryAfter: number | null): ApiError {
  const answer = { status, code: null, requestId: null, errors: null, body: '', idempotencyKey: null };
  return new ApiError('', { ...answer, retryAfter });
}
const broken = new ConnectionError('', { status: null, requestId: null, idempotencyKey: null });

test.each([
  { name: 'first back-off', error: broken, retries: 0, random: 1, delay_ms: 500 },
  { name: 'third back-off', error: broken, retries: 2, random: 1, delay_ms: 2000 },
  { name: 'back-off is capped', error: broken, retries: 40, random: 1, delay_ms: 8000 },
  { name: 'jitter goes down to zero', error: broken, retries: 4, random: 0, delay_ms: 0 },
  { name: 'jitter is uniform', error: apiError(500, null), retries: 1, random: 0.5, delay_ms: 500 },
  { name: 'Retry-After takes precedence', error: apiError(429, 3), retries: 0, random: 0, delay_ms: 3000 },
  { name: 'Retry-After is capped', error: apiError(503, 86_400), retries: 0, random: 0, delay_ms: 30_000 },
  { name: 'Retry-After on a final response', error: apiError(422, 1), retries: 0, random: 1, delay_ms: null },
  { name: 'any other error', error: new Error('stopped'), retries: 0, random: 1, delay_ms: null },
])('retryDelay returns the expected delay: $name', ({ error, retries, random, delay_ms }) => {
  expect(retryDelay(error, retries, null, () => random)).toBe(delay_ms);
});

const now_ms = Date.parse('2026-11-21T08:00:00Z');
test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '120' }, 120],
  [{ 'retry-after': 'Sat, 21 Nov 2026 08:00:30 GMT' }, 30],
  [{ 'retry-after': 'Sat, 21 Nov 2026 07:00:00 GMT' }, 0],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '1.5' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': 'soon GMT' }, null],
  [{ 'retry-after': '' }, null],
  [{ ratelimit: '"key";r=0;t=5' }, 5],
  [{ ratelimit: '"key";r=0; t=5' }, 5],
  [{ ratelimit: '"key";r=10;t=5' }, null],
  [{ ratelimit: '"burst";r=7;t=1, "key";r=0;t=9' }, 9],
  [{ ratelimit: 'no idea' }, null],
  [{ 'retry-after': '2', ratelimit: '"key";r=0;t=5' }, 2],
])('readRetryAfter reads %j as a wait of %j seconds', (headers, seconds) => {
  expect(readRetryAfter(new Headers(headers), now_ms)).toBe(seconds);
});

test('a pause ends on time, on abort, or at once if already aborted, and leaves no listener', async () => {
  const controller = new AbortController();
  await pause(1, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);

  const reason = new Error('changed my mind');
  const paused = pause(60_000, controller.signal);
  controller.abort(reason);
  await expect(paused).rejects.toBe(reason);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  await expect(pause(60_000, controller.signal)).rejects.toBe(reason);
});
