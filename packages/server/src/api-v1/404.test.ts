import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, initialize_path, least, makeCheckout, makeMerchant } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { send } from '../testing/send.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('no route exists for', () => {
  const addresses: readonly [method: string, path: string][] = [
    ['GET', '/api/v1'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/checkout'],
    ['GET', '/api/v1/checkout/'],
    ['GET', '/api/v2/checkout/initialize'],
    ['GET', '/API/V1/payments/x'],
    ['DELETE', '/nothing'],
    ['GET', '/../../etc/passwd'],
    ['GET', '//api/v1/payments'],
  ];
  test.each(addresses)('%s %s', async (method, path) => {
    expectError(await callApi(service, path, { method }), 404, 'not_found');
  });
});

describe('an operation that exists only in the dashboard gets a 404 that says so:', () => {
  const id = 'pay_01JD0Z5T8QXW3N4K5M6P7R8S9T';
  const addresses: readonly [method: string, path: string][] = [
    ['GET', '/api/v1/payments'],
    ['GET', '/api/v1/payments?status=success'],
    ['HEAD', '/api/v1/payouts'],
    ['GET', '/api/v1/payouts'],
    ['GET', `/api/v1/payments/${id}/refunds`],
    ['POST', `/api/v1/payments/${id}/refunds`],
    ['GET', `/api/v1/payments/${id}/refunds/ref_1`],
    ['DELETE', `/api/v1/payments/${id}/refunds/ref_1`],
    ['GET', '/api/v1/refunds'],
    ['POST', '/api/v1/refunds'],
    ['PATCH', '/api/v1/refunds/ref_1'],
  ];
  describe.each([
    ['with a key', true],
    ['without a key', false],
  ])('%s', (_, hasKey) => {
    test.each(addresses)('%s %s', async (method, path) => {
      const key = hasKey ? { key: service.demo.test_key } : {};
      const json = method === 'POST' ? { json: { amount: 1 } } : {};
      if (method === 'HEAD') {
        expect((await send(service.url, path, { method })).status).toBe(404);
        return;
      }
      const answer = await callApi(service, path, { method, ...key, ...json });
      expectError(answer, 404, 'dashboard_only');
      expect(answer.body.message).toContain(`${service.ctx.public_url}/dashboard`);
    });
  });
});

const strange_ids: readonly [what: string, id: string][] = [
  ['a NUL', '%00'],
  ['a NUL inside', 'pay_01JD0Z5T8Q%00W3N4K5M6P7R8S9T'],
  ['600 characters', 'a'.repeat(600)],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['a slash', '..%2f..%2fetc%2fpasswd'],
  ['a quote', `'%20or%201=1--`],
  ['non-ASCII characters', '%C3%A9%F0%9F%91%97'],
  ['an array', '[]'],
  ['the name of a property of every object', '__proto__'],
];

describe('a checkout session', () => {
  test.each([
    ['an unknown token', 'A'.repeat(43)],
    ['a payment id', 'pay_01JD0Z5T8QXW3N4K5M6P7R8S9T'],
    ...strange_ids,
  ])('is not found by %s', async (_, token) => {
    expectError(await callApi(service, `/api/v1/checkout/${token}`), 404, 'session_not_found');
  });
});

describe.each(['', '/verify'])('a payment (%s)', (verb) => {
  test.each([
    ['an unknown id', 'pay_01JD0Z5T8QXW3N4K5M6P7R8S9T'],
    ['the id of an event', 'evt_01JD0Z5T8QXW3N4K5M6P7R8S9T'],
    ...strange_ids,
  ])('is not found by %s', async (_, id) => {
    const answer = await callApi(service, `/api/v1/payments/${id}${verb}`, { key: service.demo.test_key });
    expectError(answer, 404, 'payment_not_found');
  });

  test('of another merchant is not found', async () => {
    const { payment_id } = await makeCheckout(service);
    const other = await makeMerchant(service);
    const answer = await callApi(service, `/api/v1/payments/${payment_id}${verb}`, { key: other.key });
    expectError(answer, 404, 'payment_not_found');
  });

  test('in the other mode of the same merchant is not found', async () => {
    const live = await makeMerchant(service, { mode: 'live' });
    const { payment_id } = await makeCheckout(service, {}, live.key);
    const path = `/api/v1/payments/${payment_id}${verb}`;
    expect((await callApi(service, path, { key: live.key })).status).toBe(200);
    expectError(await callApi(service, path, { key: service.demo.test_key }), 404, 'payment_not_found');
  });
});

describe('a wrong method gets a 405 that lists the allowed methods:', () => {
  const id = 'pay_01JD0Z5T8QXW3N4K5M6P7R8S9T';
  const addresses: readonly [path: string, allowed: readonly string[]][] = [
    [initialize_path, ['POST']],
    [`/api/v1/checkout/${'A'.repeat(43)}`, ['GET', 'HEAD', 'OPTIONS']],
    [`/api/v1/checkout/${'A'.repeat(43)}/pay`, ['OPTIONS', 'POST']],
    [`/api/v1/payments/${id}`, ['GET', 'HEAD']],
    [`/api/v1/payments/${id}/verify`, ['GET', 'HEAD']],
  ];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];
  const cases = addresses.flatMap(([path, allowed]) =>
    methods
      .filter((method) => !allowed.includes(method))
      .map((method): [string, string, string] => [method, path, allowed.join(', ')]),
  );
  test.each(cases)('%s %s', async (method, path, allow) => {
    const before = await countRows(service);
    const answer = await callApi(service, path, { method, key: service.demo.test_key });
    expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
    expect(await countRows(service)).toEqual(before);
  });

  test.each(['/api/v1/payments', '/api/v1/payouts'])(
    '%s, with only working methods in the Allow header',
    async (path) => {
      const answer = await callApi(service, path, { method: 'OPTIONS', key: service.demo.test_key });
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('POST');
    },
  );

  test('even when a body is sent', async () => {
    const key = service.demo.test_key;
    expectError(
      await callApi(service, initialize_path, { method: 'PUT', key, json: least }),
      405,
      'method_not_allowed',
    );
  });
});
