import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../../../test-support/service.ts';
import { callApi, expectError, makeMerchant } from '../testing/api.ts';

test('too many requests with one key get a 429 with the time to wait', async () => {
  const service = await startTestService({ env: { RATE_LIMIT_KEY_PER_SECOND: '1' } });
  onTestFinished(() => service.stop());
  const { key } = await makeMerchant(service);
  const ask = () => callApi(service, '/api/v1/balances', { key });
  // The limit allows a burst of two requests. On a slow machine it refills meanwhile and more requests are
  // accepted, but never all 40.
  const answers = await Promise.all(Array.from({ length: 40 }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  const [first] = refused;
  if (!first) throw new Error('no request was refused');
  expectError(first, 429, 'rate_limited');
  expect(first.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});
