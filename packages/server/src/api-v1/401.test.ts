import { revokeKey } from '@guichet/core/accounts';
import { makeKey } from '@guichet/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, expectError, initialize, initialize_path, least, makeMerchant } from '../testing/api.ts';
import { countRows } from '../testing/rows.ts';
import { readAnswer } from '../testing/send-bytes.ts';
import { beginRequest } from '../testing/slow-request.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const routes: readonly [method: string, path: string][] = [
  ['POST', initialize_path],
  ['GET', '/api/v1/payments/pay_01JD0Z5T8QXW3N4K5M6P7R8S9T'],
  ['GET', '/api/v1/payments/pay_01JD0Z5T8QXW3N4K5M6P7R8S9T/verify'],
];
const unknown = makeKey('test');
const last = unknown.at(-1) === '0' ? '1' : '0';

const headers: readonly [what: string, authorization: string | undefined, code: string][] = [
  ['no header', undefined, 'authentication_required'],
  ['an empty header', '', 'authentication_required'],
  ['a scheme alone', 'Bearer', 'authentication_required'],
  ['a different scheme', `Basic ${Buffer.from(unknown).toString('base64')}`, 'authentication_required'],
  ['a key without its scheme', unknown, 'authentication_required'],
  ['no space between scheme and key', `Bearer${unknown}`, 'authentication_required'],
  ['two keys', `Bearer ${unknown} ${unknown}`, 'authentication_required'],
  ['an unknown key', `Bearer ${unknown}`, 'invalid_api_key'],
  ['a key with a wrong checksum', `Bearer ${unknown.slice(0, -1)}${last}`, 'invalid_api_key'],
  ['a test key renamed to a live key', `Bearer ${unknown.replace('test', 'live')}`, 'invalid_api_key'],
  ['a key cut short', `Bearer ${unknown.slice(0, -1)}`, 'invalid_api_key'],
  ['a key with an extra character', `Bearer ${unknown}0`, 'invalid_api_key'],
  ['a key of a different service', 'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc', 'invalid_api_key'],
  ['10,000 characters', `Bearer ${'a'.repeat(10_000)}`, 'invalid_api_key'],
  ['SQL', `Bearer ' or 1=1 --`, 'authentication_required'],
];

describe.each(routes)('%s %s', (method, path) => {
  test.each(headers)('with %s is refused', async (_, authorization, code) => {
    const before = await countRows(service);
    const answer = await callApi(service, path, {
      method,
      headers: authorization === undefined ? {} : { authorization },
      ...(method === 'POST' && { json: least }),
    });
    expectError(answer, 401, code);
    // RFC 9110 section 15.5.2.
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(await countRows(service)).toEqual(before);
  });

  test('without a key is refused before any other check', async () => {
    const answer = await callApi(service, path, { method, ...(method === 'POST' && { body: '{' }) });
    expectError(answer, 401, 'authentication_required');
  });
});

test('the Bearer scheme is case-insensitive', async () => {
  const authorization = `bearer ${service.demo.test_key}`;
  const answer = await callApi(service, initialize_path, {
    method: 'POST',
    json: least,
    headers: { authorization },
  });
  expect(answer.status).toBe(201);
});

test('a revoked key stops working on every route within a second', async () => {
  const { key, key_id } = await makeMerchant(service);
  expect((await initialize(service, least, key)).status).toBe(201);

  await revokeKey(service.ctx, command, key_id);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = await countRows(service);
  for (const [method, path] of routes) {
    const answer = await callApi(service, path, { method, key, ...(method === 'POST' && { json: least }) });
    expectError(answer, 401, 'revoked_api_key');
  }
  expect(await countRows(service)).toEqual(before);
});

test('a key that is revoked while the body is being sent creates nothing', async () => {
  const { key, key_id } = await makeMerchant(service);
  const request = await beginRequest(service.url, {
    path: initialize_path,
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(least),
  });
  await revokeKey(service.ctx, command, key_id);
  const before = await countRows(service);
  const { status, body } = readAnswer(await request.finish());
  expect([status, JSON.parse(body).code]).toEqual([401, 'revoked_api_key']);
  expect(await countRows(service)).toEqual(before);
});
