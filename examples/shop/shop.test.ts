import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signWebhook } from '@guichet/client';
import { expect, onTestFinished, test } from 'vitest';
import { product } from './product.ts';
import { type ShopSettings, startShop } from './start.ts';

const secret = 'whsec_c2hvcC13ZWJob29rLXNlY3JldC1vZi0zMi1ieXRlcyE=';

/** Starts a shop whose Guichet is unreachable, unless its address is given. */
async function openShop(settings: Partial<ShopSettings> = {}) {
  const shop = await startShop({
    base_url: 'http://127.0.0.1:9/api/v1',
    api_key: 'svc_test_key',
    webhook_secret: secret,
    port: 0,
    ...settings,
  });
  onTestFinished(() => shop.close());
  return shop;
}
type Shop = Awaited<ReturnType<typeof openShop>>;

interface Notice {
  readonly id?: string;
  readonly event?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly order_id?: unknown;
}

function eventBody({ id = 'evt_1', event = 'payment.successful', order_id, ...payment }: Notice): string {
  const data = {
    id: 'pay_1',
    object: 'payment',
    amount: product.amount,
    currency: product.currency,
    ...payment,
    metadata: order_id === undefined ? null : { order_id },
  };
  return JSON.stringify({
    id,
    event,
    created_at: '2026-11-21T08:00:00+00:00',
    livemode: false,
    sequence: 1,
    data,
  });
}

/** Delivers an event as Guichet would; returns the shop's status code. */
async function deliver(shop: Shop, notice: Notice, signedWith = secret): Promise<number> {
  const body = eventBody(notice);
  const headers = await signWebhook(body, signedWith);
  const answer = await fetch(`${shop.url}/webhook`, { method: 'POST', headers, body });
  return answer.status;
}

test('the front page shows the product, its price and a button', async () => {
  const shop = await openShop();
  const answer = await fetch(`${shop.url}/`);
  const page = await answer.text();
  expect(answer.status).toBe(200);
  expect(page).toContain('Pagne wax');
  expect(page).toMatch(/25\s000\sF\sCFA/);
  expect(page).toContain('<form method="post" action="/buy">');
});

test('an order stays pending until the webhook reports it as paid', async () => {
  const shop = await openShop();
  const { id } = shop.orders.create(product);
  const orderPage = async () => (await fetch(`${shop.url}/orders/${id}`)).text();
  expect(await orderPage()).toContain('En attente de confirmation');
  expect(await orderPage()).toContain('http-equiv="refresh"');

  expect(await deliver(shop, { order_id: id })).toBe(200);
  expect(shop.orders.find(id)).toMatchObject({ status: 'paid', payment_id: 'pay_1' });
  expect(await orderPage()).toContain('votre commande est payée');
  expect(await orderPage()).not.toContain('http-equiv="refresh"');
});

test('returning from checkout does not mark the order as paid', async () => {
  const shop = await openShop();
  const { id } = shop.orders.create(product);
  const page = await (await fetch(`${shop.url}/orders/${id}?payment_id=pay_1&status=success`)).text();
  expect(page).toContain('En attente de confirmation');
  expect(shop.orders.find(id)?.status).toBe('waiting');
});

test.each<[string, Notice]>([
  ['a smaller amount', { amount: product.amount - 1 }],
  ['a larger amount', { amount: product.amount * 100 }],
  ['a different currency', { currency: 'GHS' }],
  ['a failed payment', { event: 'payment.failed' }],
  ['an expired payment', { event: 'payment.expired' }],
  ['an event of an unknown type', { event: 'wallet.filled' }],
  ['an order of a different shop', { order_id: 'other' }],
  ['an order number that is not text', { order_id: { id: 7 } }],
  ['no order number', { order_id: undefined }],
])('%s is accepted, but does not mark anything as paid', async (_name, notice) => {
  const shop = await openShop();
  const { id } = shop.orders.create(product);
  expect(await deliver(shop, { order_id: id, ...notice })).toBe(200);
  expect(shop.orders.find(id)?.status).toBe('waiting');
});

test('an event is handled only once, identified by its id', async () => {
  const shop = await openShop();
  const { id: first } = shop.orders.create(product);
  const { id: second } = shop.orders.create(product);
  expect(await deliver(shop, { id: 'evt_1', order_id: first })).toBe(200);
  expect(await deliver(shop, { id: 'evt_1', order_id: first })).toBe(200);
  // In production, an id never arrives with different content. Here, the different content shows that the second
  // event is ignored.
  expect(await deliver(shop, { id: 'evt_1', order_id: second })).toBe(200);
  expect(shop.orders.find(first)?.status).toBe('paid');
  expect(shop.orders.find(second)?.status).toBe('waiting');
  expect(await deliver(shop, { id: 'evt_2', order_id: second })).toBe(200);
  expect(shop.orders.find(second)?.status).toBe('paid');
});

test('a webhook with a wrong signature gets a 401 and has no effect, and a correctly signed one still counts afterwards', async () => {
  const shop = await openShop();
  const { id } = shop.orders.create(product);
  const forged = 'whsec_Zm9yZ2VkLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU=';
  expect(await deliver(shop, { order_id: id }, forged)).toBe(401);

  const body = eventBody({ order_id: id });
  const unsigned = await fetch(`${shop.url}/webhook`, { method: 'POST', body });
  expect(unsigned.status).toBe(401);
  const headers = await signWebhook(body, secret);
  const changed = await fetch(`${shop.url}/webhook`, { method: 'POST', headers, body: `${body} ` });
  expect(changed.status).toBe(401);
  expect(shop.orders.find(id)?.status).toBe('waiting');

  expect(await deliver(shop, { order_id: id })).toBe(200);
  expect(shop.orders.find(id)?.status).toBe('paid');
});

test('a webhook of more than 1 MiB is refused', async () => {
  const shop = await openShop();
  const body = 'x'.repeat(1024 * 1024 + 1);
  const answer = await fetch(`${shop.url}/webhook`, { method: 'POST', body });
  expect(answer.status).toBe(413);
});

test('stored text is HTML-escaped on the page', async () => {
  const shop = await openShop();
  const { id } = shop.orders.create({ ...product, name: '<script>alert("1")</script>' });
  const page = await (await fetch(`${shop.url}/orders/${id}`)).text();
  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});

test('buying while Guichet is unreachable reports that nothing was charged', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const shop = await openShop({ base_url: `http://127.0.0.1:${port}/api/v1` });

  const answer = await fetch(`${shop.url}/buy`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('Rien n’a été débité');
});

test.each(['/nowhere', '/orders/', '/orders/unknown', '/orders/..%2f', '//'])(
  '%s gets a 404',
  async (path) => {
    const shop = await openShop();
    const answer = await fetch(`${shop.url}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Cette page n’existe pas');
  },
);

test('the public URL can differ from the listening address', async () => {
  const shop = await openShop({ public_url: 'https://shop.example/' });
  expect(shop.url).toBe('https://shop.example');
});

test('starting on a port in use throws an error', async () => {
  const shop = await openShop();
  const port = Number(new URL(shop.url).port);
  await expect(openShop({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
