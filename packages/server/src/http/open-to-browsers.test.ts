import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, makeCheckout } from '../testing/api.ts';

let service: TestService;
let browser: TestBrowser;
/** The merchant's own front end, on another origin. */
let shop: Server;
beforeAll(async () => {
  service = await shareService();
  browser = await launchBrowser({ javascript: true });
  shop = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => shop.close(resolve));
  await service.stop();
});

test('a page from another origin can retrieve, pay and follow a session, in a real browser', async () => {
  const { token } = await makeCheckout(service);
  const page = await browser.newPage({ viewport: 'phone' });
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  const seen = await page.evaluate(async (base) => {
    const found = await fetch(base);
    const followed = new Promise<string>((resolve) => {
      const events = new EventSource(`${base}/events`);
      events.addEventListener('status', (event) => {
        const { payment } = JSON.parse((event as MessageEvent).data);
        if (payment.status !== 'success') return;
        events.close();
        resolve(payment.status);
      });
    });
    const paid = await fetch(`${base}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'tap-1' },
      body: JSON.stringify({ operator: 'mtn_ci', phone: '+2250504030200' }),
    });
    return {
      found: [
        found.status,
        ((await found.json()) as { data: { currency: string } }).data.currency,
        found.headers.get('x-request-id') !== null,
      ],
      paid: [
        paid.status,
        ((await paid.json()) as { data: { payment: { status: string } } }).data.payment.status,
      ],
      followed: await followed,
    };
  }, `${service.url}/api/v1/checkout/${token}`);
  expect(seen).toEqual({ found: [200, 'XOF', true], paid: [200, 'success'], followed: 'success' });
});

test.each([
  ['a path that requires a key', '/api/v1/payments/pay_01JD0Z5T8QXW3N4K5M6P7R8S9T', 'GET'],
  ['a path that requires a key and a body', '/api/v1/checkout/initialize', 'POST'],
])('no other origin may access %s', async (_, path, method) => {
  const origin = { origin: 'https://shop.example' };
  const answer = await callApi(service, path, { method, key: service.demo.test_key, headers: origin });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  const asked = await callApi(service, path, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': method },
  });
  expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([405, undefined]);
});
