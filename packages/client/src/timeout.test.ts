import { afterEach, expect, test, vi } from 'vitest';
import { Guichet, TimeoutError } from './index.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('by default, an attempt without a response times out after 30 seconds', async () => {
  vi.useFakeTimers();
  let aborted = false;
  const fetch = (_: string, { signal }: RequestInit): Promise<Response> =>
    new Promise(() => {
      signal?.addEventListener('abort', () => {
        aborted = true;
      });
    });
  const guichet = new Guichet({
    apiKey: 'svc_test_key',
    baseUrl: 'http://localhost/api/v1',
    maxRetries: 0,
    fetch,
  });
  const call = guichet.payments.retrieve('pay_1').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(aborted).toBe(true);
  expect(await call).toBeInstanceOf(TimeoutError);
});
