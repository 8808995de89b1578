import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../../test-support/service.ts';
import { type Answer, send } from '../../testing/send.ts';

/** Kinds of access, each with the response to a request without a key or token. */
const accesses = {
  /** Public: shows no data of any merchant. */
  anyone: { statuses: [200, 303] },
  /** Needs an API key. */
  key: { statuses: [401], code: 'authentication_required' },
  /** Needs only the token in its path. */
  token: { statuses: [404], code: 'session_not_found' },
  /** The hosted page: like `token`, but with an HTML response. */
  page: { statuses: [404] },
  /** Needs only the number of a receipt in its path; an HTML response. */
  receipt: { statuses: [404] },
  /** The code of a payment link. */
  link: { statuses: [404] },
  /** Needs a short code in its form. */
  code: { statuses: [422] },
  /** The callback address of an account: a wrong address does not reveal whether the account exists. */
  account: { statuses: [404], code: 'not_found' },
  /** The events of a till, which a browser without a signed-in cashier gives up. */
  till_stream: { statuses: [204] },
  /** A browser's preflight for a cross-origin call: the same for every token. */
  preflight: { statuses: [204] },
  /** Available only in the dashboard; refused with and without a key. */
  nobody: { statuses: [404], code: 'dashboard_only' },
} as const;
type Access = keyof typeof accesses;

/** A form of the hosted page; a GET of its address redirects to the page. */
const page_form = { POST: 'page', 'GET HEAD': 'anyone' } as const;
const every = 'GET HEAD POST PUT PATCH DELETE';

/** The kind of access to each route of the service, by method. Other methods are refused with 405. */
const routes: Readonly<Record<string, Readonly<Record<string, Access>>>> = {
  '/': { 'GET HEAD': 'anyone' },
  '/healthz': { 'GET HEAD': 'anyone' },
  '/readyz': { 'GET HEAD': 'anyone' },
  '/docs': { 'GET HEAD': 'anyone' },
  '/r/:reference': { 'GET HEAD': 'receipt' },
  '/l/:code': { 'GET HEAD POST': 'link' },
  '/l/:code/card.png': { 'GET HEAD': 'link' },
  '/l/:code/qr.svg': { 'GET HEAD': 'link' },
  '/l/:code/qr.png': { 'GET HEAD': 'link' },
  '/l/:code/pi-spi.svg': { 'GET HEAD': 'link' },
  '/l/:code/pi-spi.png': { 'GET HEAD': 'link' },
  '/l/:code/poster': { 'GET HEAD': 'link' },
  '/caisse': { 'GET HEAD': 'anyone' },
  '/caisse/app.webmanifest': { 'GET HEAD': 'anyone' },
  '/caisse/icon.svg': { 'GET HEAD': 'anyone' },
  '/caisse/events': { 'GET HEAD': 'till_stream' },
  // Without a paired device, each shows the form that pairs one.
  '/caisse/payments/:id': { 'GET HEAD': 'anyone' },
  '/caisse/shift': { 'GET HEAD': 'anyone' },
  '/caisse/shifts/:id': { 'GET HEAD': 'anyone' },
  '/caisse/pair': { POST: 'code', 'GET HEAD': 'anyone' },
  '/caisse/sign-in': { 'GET HEAD POST': 'anyone' },
  '/caisse/language': { 'GET HEAD POST': 'anyone' },
  '/caisse/lock': { 'GET HEAD POST': 'anyone' },
  '/caisse/payments': { 'GET HEAD POST': 'anyone' },
  '/caisse/payments/:id/ask': { 'GET HEAD POST': 'anyone' },
  '/caisse/payments/:id/cancel': { 'GET HEAD POST': 'anyone' },
  '/caisse/shift/close': { 'GET HEAD POST': 'anyone' },
  '/verify': { 'GET HEAD': 'anyone' },
  '/verify/state': { 'GET HEAD': 'anyone' },
  '/.well-known/guichet-receipts.json': { 'GET HEAD': 'anyone' },
  '/api/v1/openapi.json': { 'GET HEAD': 'anyone' },
  '/demo': { 'GET HEAD': 'anyone' },
  '/demo/returned': { 'GET HEAD': 'anyone' },
  '/callbacks/:connector/:account': { 'POST PUT': 'account' },
  '/callbacks/:connector/:account/:reference': { 'POST PUT': 'account' },
  '/pay': { 'GET HEAD': 'anyone', POST: 'code' },
  '/pay/:token': { 'GET HEAD': 'page' },
  '/pay/:token/leave': { 'GET HEAD': 'page' },
  '/pay/:token/sandbox': { 'GET HEAD POST': 'page' },
  '/pay/:token/choose': page_form,
  '/pay/:token/pay': page_form,
  '/pay/:token/otp': page_form,
  '/pay/:token/resend': page_form,
  '/pay/:token/again': page_form,
  '/pay/:token/cancel': page_form,
  // Redirects to the page.
  '/pay/:token/:step': { 'GET HEAD': 'anyone' },
  '/pay/:token/:step/*': { [every]: 'page' },
  '/api/v1/checkout/initialize': { POST: 'key' },
  '/api/v1/checkout/:token': { 'GET HEAD': 'token', OPTIONS: 'preflight' },
  '/api/v1/checkout/:token/pay': { POST: 'token', OPTIONS: 'preflight' },
  '/api/v1/checkout/:token/cancel': { POST: 'token', OPTIONS: 'preflight' },
  '/api/v1/checkout/:token/events': { GET: 'token', OPTIONS: 'preflight' },
  '/api/v1/payments': { POST: 'key', 'GET HEAD': 'nobody' },
  '/api/v1/payments/:id': { 'GET HEAD': 'key' },
  '/api/v1/payments/:id/verify': { 'GET HEAD': 'key' },
  '/api/v1/payments/:id/refunds': { [every]: 'nobody' },
  '/api/v1/payments/:id/refunds/*': { [every]: 'nobody' },
  '/api/v1/payment_links': { 'GET HEAD POST': 'key' },
  '/api/v1/payment_links/:id': { 'GET HEAD POST': 'key' },
  '/api/v1/receipts/:reference/collection': { POST: 'key' },
  '/api/v1/payouts': { POST: 'key', 'GET HEAD': 'nobody' },
  '/api/v1/payouts/:id': { 'GET HEAD': 'key' },
  '/api/v1/payouts/:id/verify': { 'GET HEAD': 'key' },
  '/api/v1/customers': { 'GET HEAD': 'key' },
  '/api/v1/customers/:id': { 'GET HEAD': 'key' },
  '/api/v1/operators': { 'GET HEAD': 'key' },
  '/api/v1/balances': { 'GET HEAD': 'key' },
  '/api/v1/events': { 'GET HEAD': 'key' },
  '/api/v1/events/stream': { GET: 'key' },
  '/api/v1/refunds': { [every]: 'nobody' },
  '/api/v1/refunds/*': { [every]: 'nobody' },
};

const expected = Object.entries(routes).flatMap(([url, accessOf]) =>
  Object.entries(accessOf).flatMap(([methods, access]) =>
    methods.split(' ').map((method) => ({ method, url, access })),
  ),
);

let service: TestService;
const added: { readonly method: string; readonly url: string }[] = [];

/** Fastify publishes each instance as soon as it exists, before any route is added. */
function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) added.push({ method: one, url });
  });
}

/** dashboard/walk.test.ts requests the dashboard's addresses with every role, and with none. */
const isOfDashboard = ({ url }: { readonly url: string }): boolean => /^\/dashboard(\/|$)/.test(url);

beforeAll(async () => {
  subscribe('fastify.initialization', watchRoutes);
  service = await startTestService();
  unsubscribe('fastify.initialization', watchRoutes);
});
afterAll(() => service.stop());

/** Sends a request as a browser on one of our pages would, without any credentials. */
function ask({ method, url }: { method: string; url: string }): Promise<Answer> {
  const path = url.replace(':token', 'A'.repeat(43)).replace(/:\w+|\*/, 'x');
  const isForm = method === 'POST' && /^\/(?:pay|l)\//.test(url);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return send(service.url, path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...(method === 'POST' && { 'content-type': type }) },
    ...(method === 'POST' && {
      body: isForm ? 'operator=mtn_ci&decision=approve' : '{"operator":"mtn_ci","phone":"1"}',
    }),
  });
}

test('every route has a row in the table', () => {
  expect(added.filter((route) => !routes[route.url] && !isOfDashboard(route))).toEqual([]);
});

describe('without a valid key or token', () => {
  test.each(expected)(
    '$method $url responds according to its kind of access: $access',
    async ({ method, url, access }) => {
      expect(added).toContainEqual({ method, url });
      const answer = await ask({ method, url });
      const { statuses, code } = { code: undefined, ...accesses[access] };
      expect(statuses).toContain(answer.status);
      if (code !== undefined && method !== 'HEAD') expect(JSON.parse(answer.text).code).toBe(code);
    },
  );
});

test('every other method of these paths is refused', async () => {
  const named = new Set(expected.map(({ method, url }) => `${method} ${url}`));
  const others = added.filter((route) => !named.has(`${route.method} ${route.url}`) && !isOfDashboard(route));
  expect(others).not.toEqual([]);
  for (const other of others) {
    const { status } = await ask(other);
    expect([other, status]).toEqual([other, 405]);
  }
});

test('the dashboard’s API reveals nothing without signing in', async () => {
  const asked = added.filter(
    ({ url }) => url.startsWith('/dashboard/api/') && !url.startsWith('/dashboard/api/public/'),
  );
  expect(asked).not.toEqual([]);
  for (const route of asked) {
    const { status } = await ask(route);
    expect([401, 403, 404, 405], `${route.method} ${route.url}`).toContain(status);
  }
});
