import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { failure, order, type Reply, rejection, startServer, success } from '../test-support/local-server.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  GoneError,
  Guichet,
  GuichetError,
  NotFoundError,
  RateLimitError,
  ValidationError,
} from './index.ts';

test.each([
  { status: 400, code: 'invalid_json', Class: ApiError },
  { status: 401, code: 'revoked_api_key', Class: AuthenticationError },
  { status: 404, code: 'payment_not_found', Class: NotFoundError },
  { status: 409, code: 'payment_in_progress', Class: ConflictError },
  { status: 410, code: 'session_expired', Class: GoneError },
  { status: 415, code: 'unsupported_media_type', Class: ApiError },
  { status: 422, code: 'invalid_fields', Class: ValidationError },
  { status: 429, code: 'rate_limited', Class: RateLimitError },
  { status: 503, code: 'unavailable', Class: ApiError },
])('$status is $Class.name', async ({ status, code, Class }) => {
  const { client, received } = await startServer(failure(status, code));
  const error = await rejection(client({ maxRetries: 0 }).checkout.initialize(order));
  expect(error).toBeInstanceOf(Class);
  expect((error as Error).constructor).toBe(Class);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(GuichetError);
  expect(error).toMatchObject({
    name: Class.name,
    message: `It is ${code}.`,
    status,
    code,
    requestId: 'req_1',
    errors: null,
    retryAfter: null,
    idempotencyKey: received[0]?.headers['idempotency-key'],
  });
});

test('a 422 names the fields', async () => {
  const errors = { amount: ['must be at least 1'], currency: ['is missing'] };
  const { client } = await startServer(failure(422, 'invalid_fields', { errors }));
  expect(await rejection(client().checkout.initialize(order))).toMatchObject({ errors });
});

test('a 429 says how many seconds to wait', async () => {
  const { client } = await startServer(failure(429, 'rate_limited', { headers: { 'retry-after': '7' } }));
  const error = await rejection(client({ maxRetries: 0 }).payments.retrieve('pay_1'));
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 7, idempotencyKey: null });
});

test('the request id is found in the body when a proxy drops the header', async () => {
  const body = { message: 'No.', data: null, errors: null, code: 'not_found', request_id: 'req_2' };
  const { client } = await startServer({ status: 404, body });
  expect(await rejection(client().payments.retrieve('pay_1'))).toMatchObject({ requestId: 'req_2' });
});

test.each<[string, number, Reply, typeof ApiError]>([
  ['a page of a proxy', 502, { status: 502, body: '<h1>Bad gateway</h1>' }, ApiError],
  ['a success that is not JSON', 200, { status: 200, body: 'Welcome!' }, ApiError],
  ['an empty success', 204, { status: 204 }, ApiError],
  ['JSON of another service', 200, { status: 200, body: '{"ok":true}' }, ApiError],
  ['JSON that is no object', 200, { status: 200, body: '[1]' }, ApiError],
  [
    'a success without data',
    200,
    { status: 200, body: '{"message":"","data":null,"errors":null}' },
    ApiError,
  ],
  ['a limit of a proxy', 429, { status: 429, body: 'slow down' }, RateLimitError],
])('%s is an ApiError that keeps the text', async (_name, status, reply, Class) => {
  const { client, received } = await startServer(reply);
  const error = await rejection(client({ maxRetries: 0 }).payments.retrieve('pay_1'));
  expect(error).toBeInstanceOf(Class);
  expect(error).toMatchObject({ status, code: null, requestId: null, errors: null });
  expect(error).toHaveProperty('body', typeof reply === 'object' ? (reply.body ?? '') : null);
  expect(received).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  const target = await startServer(success({}));
  const reply = { status: 307, headers: { location: `${target.base_url}/payments/pay_1` } };
  const { client } = await startServer(reply);
  const error = await rejection(client().checkout.initialize(order));
  expect(error).toMatchObject({ name: 'ApiError', status: 307 });
  expect((error as Error).message).toContain('baseUrl');
  expect(target.received).toHaveLength(0);
});

test('a service that is not there is a ConnectionError with its cause', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  const guichet = new Guichet({ apiKey: 'svc_test_key', baseUrl, maxRetries: 0 });

  const error = await rejection(guichet.checkout.initialize(order, { idempotencyKey: 'order-7' }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toBeInstanceOf(GuichetError);
  expect(error).toMatchObject({ name: 'ConnectionError', idempotencyKey: 'order-7' });
  expect((error as Error).message).toContain(baseUrl);
  expect((error as Error).cause).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('no error shows the API key', async () => {
  const { client } = await startServer('drop');
  const error = await rejection(
    client({ apiKey: 'svc_test_private', maxRetries: 0 }).payments.retrieve('pay_1'),
  );
  expect(inspect(error, { depth: 10 })).not.toContain('svc_test_private');
});
