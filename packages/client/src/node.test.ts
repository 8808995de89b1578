import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Guichet, signWebhook, verifyWebhook, type WebhookEvent } from './index.ts';

/** Tests features that only Node has; the suite checks everything else on every runtime. */
const secret = 'whsec_Z3VpY2hldC13ZWJob29rLXNlY3JldC0zMi1ieXRlcyE=';
const event = { id: 'evt_1', event: 'payment.successful', data: { id: 'pay_1', description: 'café' } };
const body = JSON.stringify(event);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('node:crypto');
});

test('a webhook over real HTTP is verified with the headers of node:http', async () => {
  const received: WebhookEvent[] = [];
  const server = createServer(async (request, response) => {
    received.push(await verifyWebhook(await buffer(request), request.headers, secret));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = await signWebhook(body, secret);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(received).toEqual([event]);
});

test.each<[string, Uint8Array]>([
  ['a Buffer', Buffer.from(body)],
  ['a view of a larger Buffer', Buffer.from(`..${body}..`).subarray(2, -2)],
  ['bytes of another context', runInNewContext('Uint8Array.from(bytes)', { bytes: [...Buffer.from(body)] })],
])('the raw body may be %s', async (_name, rawBody) => {
  expect(await verifyWebhook(rawBody, await signWebhook(body, secret), secret)).toEqual(event);
});

test('the built-in module is used if there is no global crypto, as on Node 18', async () => {
  const headers = await signWebhook(body, secret);
  vi.stubGlobal('crypto', undefined);
  expect(await verifyWebhook(body, headers, secret)).toEqual(event);
});

test('a runtime without any WebCrypto causes a clear error', async () => {
  vi.stubGlobal('crypto', undefined);
  vi.doMock('node:crypto', () => {
    throw new Error('there is none');
  });
  await expect(signWebhook(body, secret)).rejects.toThrow(new TypeError('This runtime has no WebCrypto.'));
});

test('printing a client or an error does not show the key', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const guichet = new Guichet({
    apiKey: 'svc_live_private',
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    maxRetries: 0,
  });
  const error: unknown = await guichet.payments.retrieve('pay_1').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ConnectionError', cause: { cause: { code: 'ECONNREFUSED' } } });
  for (const value of [guichet, error]) {
    expect(inspect(value, { depth: 10, showHidden: true })).not.toContain('private');
  }
});
