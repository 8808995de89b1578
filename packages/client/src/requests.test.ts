import { expect, test } from 'vitest';
import { order, rejection, startServer, success } from '../test-support/local-server.ts';
import { Guichet } from './index.ts';

const session = {
  checkout_url: 'http://localhost:3000/pay/tok_1',
  session_token: 'tok_1',
  expires_at: '2026-11-21T08:30:00+00:00',
};

test('initialize posts the parameters and gives back the data', async () => {
  const { client, received } = await startServer(success(session, 201));
  const parameters = { ...order, description: 'Pagne 👗 wax', metadata: { order_id: 7 } };
  expect(await client().checkout.initialize(parameters)).toEqual(session);

  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'POST', path: '/api/v1/checkout/initialize' });
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer svc_test_key',
    accept: 'application/json',
    'content-type': 'application/json',
  });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(parameters);
});

test.each([
  ['checkout.retrieve', (guichet: Guichet) => guichet.checkout.retrieve('tok_1'), '/api/v1/checkout/tok_1'],
  ['payments.retrieve', (guichet: Guichet) => guichet.payments.retrieve('pay_1'), '/api/v1/payments/pay_1'],
  [
    'payments.verify',
    (guichet: Guichet) => guichet.payments.verify('pay_1'),
    '/api/v1/payments/pay_1/verify',
  ],
])('%s gets its path, without a key for writing', async (_name, call, path) => {
  const { client, received } = await startServer(success({ id: 'x' }));
  expect(await call(client())).toEqual({ id: 'x' });
  expect(received[0]).toMatchObject({ method: 'GET', path, body: '' });
  expect(received[0]?.headers).not.toHaveProperty('idempotency-key');
});

test('fields and values that this version does not know come through', async () => {
  const payment = { id: 'pay_1', status: 'on_the_moon', colour: 'blue' };
  const { client } = await startServer(success(payment));
  expect(await client().payments.retrieve('pay_1')).toEqual(payment);
});

test('each POST has a new idempotency key, and a key of the caller is kept', async () => {
  const { client, received } = await startServer(success(session, 201));
  const guichet = client();
  await guichet.checkout.initialize(order);
  await guichet.checkout.initialize(order);
  await guichet.checkout.initialize(order, { idempotencyKey: 'order-7' });
  const [first, second, own] = received.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toMatch(/^[\da-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(own).toBe('order-7');
});

test('an identifier is escaped into one segment of the path', async () => {
  const { client, received } = await startServer(success({}));
  await client().payments.retrieve('a/b?c#é');
  expect(received[0]?.path).toBe('/api/v1/payments/a%2Fb%3Fc%23%C3%A9');
});

test.each(['', '.', '..', undefined, 7])('the identifier %j is refused without a request', async (id) => {
  const { client, received } = await startServer(success({}));
  expect(await rejection(client().payments.retrieve(id as string))).toBeInstanceOf(TypeError);
  expect(received).toHaveLength(0);
});

test('slashes at the end of the base address are forgiven', async () => {
  const { client, base_url, received } = await startServer(success({}));
  await client({ baseUrl: `${base_url}//` }).payments.retrieve('pay_1');
  expect(received[0]?.path).toBe('/api/v1/payments/pay_1');
});

test('a fetch of the caller is used', async () => {
  const { client, received } = await startServer(success({}));
  const addresses: string[] = [];
  const fetchAndNote = (url: string, init: RequestInit) => {
    addresses.push(url);
    return fetch(url, init);
  };
  await client({ fetch: fetchAndNote }).payments.retrieve('pay_1');
  expect(addresses).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test('without a base address the calls go to the version 1 of a local service', async () => {
  const addresses: string[] = [];
  const guichet = new Guichet({
    apiKey: 'svc_test_key',
    fetch: async (url) => {
      addresses.push(url);
      return Response.json({ message: '', data: {}, errors: null });
    },
  });
  await guichet.payments.retrieve('pay_1');
  expect(addresses).toEqual(['http://localhost:3000/api/v1/payments/pay_1']);
});

test.each([
  ['no key', { apiKey: undefined }, 'apiKey'],
  ['an empty key', { apiKey: ' ' }, 'apiKey'],
  ['a key of two lines', { apiKey: 'svc_test_a\nX-Other: b' }, 'apiKey'],
  ['half an address', { baseUrl: 'pay.example.com/api/v1' }, 'baseUrl'],
  ['another protocol', { baseUrl: 'ftp://pay.example.com/v1' }, 'baseUrl'],
  ['a password in the address', { baseUrl: 'https://me:secret@pay.example.com/v1' }, 'baseUrl'],
  ['a query in the address', { baseUrl: 'https://pay.example.com/v1?a=b' }, 'baseUrl'],
  ['no time at all', { timeout: 0 }, 'timeout'],
  ['a time that is no number', { timeout: Number.NaN }, 'timeout'],
  ['more time than timers hold', { timeout: 2 ** 31 }, 'timeout'],
  ['fewer than no retries', { maxRetries: -1 }, 'maxRetries'],
  ['endless retries', { maxRetries: Number.POSITIVE_INFINITY }, 'maxRetries'],
])('options with %s are refused by name', (_name, wrong, option) => {
  const options = { apiKey: 'svc_test_key', ...wrong } as { apiKey: string };
  expect(() => new Guichet(options)).toThrow(TypeError);
  expect(() => new Guichet(options)).toThrow(option);
});

test('a wrong key is not shown in the error', () => {
  expect(() => new Guichet({ apiKey: 'svc_live_secret words' })).toThrow(/^(?!.*secret)/);
});

test('white space around a key is dropped', async () => {
  const { client, received } = await startServer(success({}));
  await client({ apiKey: ' svc_test_key\n' }).payments.retrieve('pay_1');
  expect(received[0]?.headers.authorization).toBe('Bearer svc_test_key');
});

test('an idempotency key that no header can carry is refused without a request', async () => {
  const { client, received } = await startServer(success(session, 201));
  const call = client().checkout.initialize(order, { idempotencyKey: 'clé n° 7' });
  expect(await rejection(call)).toBeInstanceOf(TypeError);
  expect(received).toHaveLength(0);
});
