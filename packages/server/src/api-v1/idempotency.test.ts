import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import {
  type ApiAnswer,
  callApi,
  expectError,
  initialize_path,
  least,
  makeMerchant,
} from '../testing/api.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let made = 0;
const newKey = (): string => `key ${++made}`;

interface Sent {
  readonly path?: string;
  readonly api_key?: string;
  readonly json?: unknown;
}

function post(idempotency_key: string, { path = initialize_path, api_key, json = least }: Sent = {}) {
  return callApi(service, path, {
    method: 'POST',
    key: api_key ?? service.demo.test_key,
    json,
    headers: { 'idempotency-key': idempotency_key },
  });
}

async function countPayments(): Promise<number> {
  const { rows } = await service.ctx.pool.query<{ count: number }>(
    'select count(*)::int as count from payments',
  );
  return rows[0]?.count ?? 0;
}

const isReplay = ({ headers }: ApiAnswer): boolean => headers['idempotent-replayed'] === 'true';

describe.each([initialize_path, '/api/v1/payments'])('%s', (path) => {
  test('a second request with the key gets the first response', async () => {
    const key = newKey();
    const before = await countPayments();
    const first = await post(key, { path });
    const second = await post(key, { path });
    expect(first.status).toBe(201);
    expect(isReplay(first)).toBe(false);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(isReplay(second)).toBe(true);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(await countPayments()).toBe(before + 1);
  });

  test('1,000 concurrent requests with one key create one object', async () => {
    const key = newKey();
    const before = await countPayments();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => post(key, { path })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await countPayments()).toBe(before + 1);
  });

  test('the same key with a different body is refused', async () => {
    const key = newKey();
    await post(key, { path });
    const before = await countPayments();
    const answer = await post(key, { path, json: { ...least, amount: 5 } });
    expectError(answer, 422, 'idempotency_key_reused');
    expect(answer.body.errors).toEqual({ 'Idempotency-Key': ['was used for another request'] });
    expect(await countPayments()).toBe(before);
  });

  test('a refused request does not use up its key', async () => {
    const key = newKey();
    expectError(await post(key, { path, json: { ...least, amount: 0 } }), 422, 'invalid_fields');
    expect((await post(key, { path })).status).toBe(201);
  });

  test('without a key, each request creates an object', async () => {
    const before = await countPayments();
    const send = () => callApi(service, path, { method: 'POST', key: service.demo.test_key, json: least });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.some(isReplay)).toBe(false);
    expect(await countPayments()).toBe(before + 20);
  });
});

test('a bare and a quoted key are the same', async () => {
  const key = `k-${newKey().slice(4)}`;
  const bare = await post(key);
  const quoted = await post(`"${key}"`);
  expect(isReplay(quoted)).toBe(true);
  expect(quoted.body).toEqual(bare.body);
});

test('the order of fields makes no difference', async () => {
  const key = newKey();
  await post(key);
  expect(isReplay(await post(key, { json: Object.fromEntries(Object.entries(least).reverse()) }))).toBe(true);
});

test('null equals an absent field, except in metadata', async () => {
  const key = newKey();
  const json = { ...least, metadata: { gift: null } };
  await post(key, { json });
  expect(isReplay(await post(key, { json: { ...json, description: null, cancel_url: null } }))).toBe(true);
  expectError(await post(key, { json: { ...json, metadata: {} } }), 422, 'idempotency_key_reused');
});

test.each([
  ['empty', ''],
  ['without its closing quote', '"abc'],
  ['256 characters long', 'x'.repeat(256)],
])('an invalid key is refused: %s', async (_, key) => {
  const answer = await post(key);
  expectError(answer, 422, 'invalid_fields');
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['Idempotency-Key']);
});

test('the same key on a different path is refused', async () => {
  const key = newKey();
  await post(key);
  expectError(await post(key, { path: '/api/v1/payments' }), 422, 'idempotency_key_reused');
});

test('merchants and modes have separate keys', async () => {
  const key = newKey();
  const other = await makeMerchant(service);
  const live = await makeMerchant(service, { mode: 'live' });
  const answers = [
    await post(key),
    await post(key, { api_key: other.key }),
    await post(key, { api_key: live.key, json: { ...least, return_url: 'https://shop.example/live' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers.some(isReplay)).toBe(false);
});

test('a repeated request gets a 409 while the first request is in progress', async () => {
  const key = newKey();
  await post(key);
  // The state left by a request that has claimed its key and is still in progress.
  await service.ctx.pool.query('update idempotency_keys set answer = null where key = $1', [key]);
  const answer = await post(key);
  expectError(answer, 409, 'idempotency_key_in_use');
  expect(answer.headers['retry-after']).toBe('1');
});

test('a server error is never replayed', async () => {
  const key = newKey();
  await service.ctx.pool.query('alter table payments rename to payments_away');
  const failed = await post(key);
  await service.ctx.pool.query('alter table payments_away rename to payments');
  expectError(failed, 500, 'internal_error');
  const again = await post(key);
  expect(again.status).toBe(201);
  expect(isReplay(again)).toBe(false);
});
