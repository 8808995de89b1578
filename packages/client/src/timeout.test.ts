import { expect, test, vi } from 'vitest';
import { Guichet, TimeoutError } from './index.ts';

test('by default, an attempt without a response times out after 30 seconds', async () => {
  // Ends only waits of 30 seconds, and at once: other timers of this process are not the test's.
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay_ms?: number) =>
    setTimeout(run, delay_ms === 30_000 ? 0 : delay_ms)) as typeof setTimeout);
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
  const error = await guichet.payments.retrieve('pay_1').catch((caught: unknown) => caught);
  expect(aborted).toBe(true);
  expect(error).toBeInstanceOf(TimeoutError);
  expect((error as Error).message).toContain('within 30000 ms');
});
