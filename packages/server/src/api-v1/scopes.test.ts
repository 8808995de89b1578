import { createKey, createMerchant } from '@guichet/core/accounts';
import { type KeyScope, key_scopes } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { needsKey } from './operation.ts';
import { allOperations } from './operations.ts';

/**
 * Covers every operation with every scope; new ones are included automatically, because both lists come from the
 * code.
 */

let service: TestService;
let everything: string;
beforeAll(async () => {
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  ({ key: everything } = await make({}));
});
afterAll(() => service.stop());

const make = (grant: Parameters<typeof createKey>[2], merchant_id = service.demo.merchant_id) =>
  createKey(service.ctx, commandOf(merchant_id), grant);

// Only the descriptions are read, so an empty context is enough.
const operations = allOperations({ db: {}, pool: {} } as never).filter(needsKey);
const pairs = operations.flatMap((operation) =>
  key_scopes.map((scope) => [operation.id, scope, operation] as const),
);

/** Calls an operation with a key. @returns the response; for a stream, without its events */
async function statusOf({ method, path }: (typeof operations)[number], key: string) {
  const gone = new AbortController();
  const response = await fetch(`${service.url}/api/v1${path.replaceAll(/\{\w+\}/g, 'none')}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
    signal: gone.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await response.text();
  if (isStream) gone.abort();
  return { status: response.status, text, challenge: response.headers.get('www-authenticate') };
}

describe('a key with one scope', () => {
  const keys = new Map<KeyScope, string>();
  beforeAll(async () => {
    for (const scope of key_scopes) keys.set(scope, (await make({ scopes: [scope] })).key);
  });

  test.each(pairs)(
    'can call %s with the scope %s only if the operation requires that scope',
    async (_, scope, operation) => {
      const { status, text, challenge } = await statusOf(operation, keys.get(scope) ?? '');
      if (scope === operation.scope) return expect([200, 404, 422]).toContain(status);
      expect([status, JSON.parse(text).code]).toEqual([403, 'missing_scope']);
      expect(JSON.parse(text).message).toContain(operation.scope);
      expect(challenge).toBe(`Bearer error="insufficient_scope", scope="${operation.scope}"`);
    },
  );
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s is refused to a key with every scope but the required one',
  async (_, operation) => {
    const { key } = await make({ scopes: key_scopes.filter((scope) => scope !== operation.scope) });
    expect((await statusOf(operation, key)).status).toBe(403);
    expect((await statusOf(operation, everything)).status).not.toBe(403);
  },
);

test('every scope permits an operation', () => {
  expect(new Set(operations.map(({ scope }) => scope))).toEqual(new Set(key_scopes));
});

test('a refused request has no effect, and appears in the request log of the key’s merchant', async () => {
  // Uses a separate merchant, because not every request of a merchant with many refusals is logged.
  const { id: merchant_id } = await createMerchant(service.ctx, command, { name: 'Shop', country: 'CI' });
  const { key, id } = await make({ scopes: ['payouts:read'] }, merchant_id);
  const before = await countRows(service);
  const answer = await callApi(service, '/api/v1/payouts', { method: 'POST', key, body: '{' });
  expectError(answer, 403, 'missing_scope');
  const { api_requests: _, ...rows } = await countRows(service);
  const { api_requests: __, ...rows_before } = before;
  expect(rows).toEqual(rows_before);
  await expect
    .poll(() => logged(id), { timeout: 10_000 })
    .toEqual([{ path: '/api/v1/payouts', code: 'missing_scope' }]);
});

function logged(key_id: string) {
  return service.ctx.db
    .selectFrom('api_requests')
    .select(['path', 'code'])
    .where('key_id', '=', key_id)
    .execute();
}

describe('a key with an expiry', () => {
  test('is refused once it expires, according to the database’s clock', async () => {
    const { key, id } = await make({ expires_at: new Date(Date.now() + 3_600_000) });
    expect((await callApi(service, '/api/v1/balances', { key })).status).toBe(200);
    // As if an hour had passed.
    await service.ctx.pool.query(
      `update api_keys set expires_at = now() - interval '1 millisecond' where id = $1`,
      [id],
    );
    await expect
      .poll(async () => (await callApi(service, '/api/v1/balances', { key })).status, { timeout: 5_000 })
      .toBe(401);
    expectError(await callApi(service, '/api/v1/balances', { key }), 401, 'expired_api_key');
  });

  test('ends its event stream when it expires', async () => {
    const { key, id } = await make({ scopes: ['events:read'] });
    const response = await fetch(`${service.url}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const end = response.text();
    await service.ctx.pool.query(`update api_keys set expires_at = now() where id = $1`, [id]);
    expect(await end).toContain('id: ');
  });

  test.each([new Date(0), new Date(Date.now() - 1_000)])(
    'cannot be created with an expiry in the past: %s',
    async (at) => {
      await expect(make({ expires_at: at })).rejects.toMatchObject({
        code: 'invalid_fields',
        fields: { expires_at: ['must be in the future'] },
      });
    },
  );
});

describe('a key restricted to addresses', () => {
  const from = (key: string, address: string) =>
    callApi(service, '/api/v1/balances', { key, headers: { 'x-forwarded-for': address } });

  test('works only from those addresses', async () => {
    const { key, id } = await make({ addresses: ['203.0.113.0/24', '2001:db8::7'] });
    for (const address of ['203.0.113.9', '2001:db8::7']) {
      expect((await from(key, address)).status).toBe(200);
    }
    // An address that the caller puts before the one added by the proxy is ignored.
    for (const address of ['198.51.100.9', '2001:db8::8', '203.0.113.9, 198.51.100.9']) {
      const answer = await from(key, address);
      expectError(answer, 403, 'address_not_allowed');
    }
    expectError(await callApi(service, '/api/v1/balances', { key }), 403, 'address_not_allowed');
    await expect
      .poll(async () => (await logged(id)).filter(({ code }) => code === 'address_not_allowed').length, {
        timeout: 10_000,
      })
      .toBe(4);
  });

  test('does not count a refused request as its last use', async () => {
    const { key, id } = await make({ addresses: ['203.0.113.0/24'] });
    await from(key, '198.51.100.9');
    await expect.poll(async () => (await logged(id)).length, { timeout: 10_000 }).toBe(1);
    const found = await service.ctx.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(found.last_used_at).toBeNull();
  });
});
