import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { stopClock } from '../../../../test-support/stopped-clock.ts';
import { send } from '../testing/send.ts';

let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await makeTestDatabase();
  await stopClock(database);
  service = await startTestService({
    database,
    env: { GUICHET_ROLE: 'web', RATE_LIMIT_IP_PER_SECOND: '20', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

test.each([
  ['/docs', '192.0.2.1'],
  ['/api/v1/openapi.json', '192.0.2.2'],
])('%s is rate-limited by IP address', async (path, address) => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => send(service.url, path, { headers: { 'x-forwarded-for': address } })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(20);
  expect(refused[0]?.headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-policy': '"address";q=40;w=2',
    ratelimit: '"address";r=0;t=1',
  });
  expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({ code: 'rate_limited', data: null });
  const other = await send(service.url, path, {
    headers: { 'x-forwarded-for': `198.51.100.${address.at(-1)}` },
  });
  expect(other.status).toBe(200);
});

test('a browser-based viewer from any origin can read the 429 response', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.3' };
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => send(service.url, '/api/v1/openapi.json', { headers })),
  );
  for (const answer of answers) expect(answer.headers['access-control-allow-origin']).toBe('*');
});
