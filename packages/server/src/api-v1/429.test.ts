import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../../../test-support/service.ts';
import { callApi, expectError, makeMerchant } from '../testing/api.ts';

test('a key with too many requests is told how long to wait', async () => {
  const service = await startTestService({ env: { RATE_LIMIT_KEY_PER_SECOND: '1' } });
  onTestFinished(() => service.stop());
  const { key } = await makeMerchant(service);
  const ask = () => callApi(service, '/api/v1/balances', { key });
  // The burst is two; a slow machine takes more of what comes back meanwhile, but never all of these.
  const answers = await Promise.all(Array.from({ length: 40 }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  const [first] = refused;
  if (!first) throw new Error('nobody was refused');
  expectError(first, 429, 'rate_limited');
  expect(first.headers['retry-after']).toMatch(/^[1-9]\d*$/);
});
