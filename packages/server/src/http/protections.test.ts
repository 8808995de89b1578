import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeVisit, visitAs } from '../dashboard/testing/visit.ts';
import { makeCheckout } from '../testing/api.ts';
import { type Answer, type Sending, send } from '../testing/send.ts';
import { readAnswer, sendBytes } from '../testing/send-bytes.ts';
import { everyAnswer } from './protections.ts';

const hsts = 'max-age=31536000';
const routes: RouteOptions[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    onApp: (app) => app.addHook('onRoute', (route) => void routes.push(route)),
  });
  // The dashboard's routes are added on the first request for one.
  await makeVisit(service).send('GET', '/api/me');
});
afterAll(() => service.stop());

/**
 * Fills in the parameters of a URL with a name that refers to nothing, so that no response is an endless stream.
 */
const addressOf = (url: string): string => url.replaceAll(/:\w+/g, 'nothing').replaceAll('*', 'nothing');

test('every route has security headers, with every method and with malformed bodies', async () => {
  const addresses = new Set(routes.map(({ url }) => addressOf(url)));
  expect(addresses.size).toBeGreaterThan(100);
  const methods = new Set(routes.flatMap(({ method }) => method));
  const sendings: readonly Sending[] = [
    ...[...methods].map((method) => ({ method })),
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":' },
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' },
    { method: 'PUT', headers: { 'content-type': 'application/json' }, body: `"${'a'.repeat(70_000)}"` },
  ];
  const bare: unknown[] = [];
  for (const address of addresses) {
    await Promise.all(
      sendings.map(async (sending) => {
        const { status, headers } = await send(service.url, address, sending);
        if (isProtected(headers)) return;
        bare.push([sending.method, address, status]);
      }),
    );
  }
  expect(bare).toEqual([]);
}, 60_000);

function isProtected(headers: Answer['headers']): boolean {
  return (
    headers['x-content-type-options'] === 'nosniff' &&
    /frame-ancestors '(none|self)'/.test(String(headers['content-security-policy'])) &&
    headers['strict-transport-security'] === undefined
  );
}

describe('security headers are also set for', () => {
  test.each([
    ['a page', '/pay'],
    ['the docs', '/docs'],
    ['the reference', '/api/v1/openapi.json'],
    ['the dashboard', '/dashboard'],
    ['a redirect', '/demo'],
    ['health', '/healthz'],
  ])('%s', async (_, path) => {
    const { status, headers } = await send(service.url, path);
    expect([status < 400 || status === 503, isProtected(headers)]).toEqual([true, true]);
  });

  test('a response to an unchanged page (304)', async () => {
    for (const path of ['/docs', '/api/v1/openapi.json']) {
      const { headers } = await send(service.url, path);
      const again = await send(service.url, path, { headers: { 'if-none-match': headers.etag } });
      expect([again.status, isProtected(again.headers)]).toEqual([304, true]);
      // The headers of a 304 replace those that are cached with the page.
      expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    }
  });

  test('streams and files', async () => {
    const owner = await visitAs(service, 'owner');
    const { token } = await makeCheckout(service);
    const { merchant_id, test_key } = service.demo;
    const open = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(service.url + path, { headers });
      await response.body?.cancel();
      return response;
    };
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await Promise.all([
      open(`/api/v1/checkout/${token}/events`),
      open('/api/v1/events/stream', { authorization: `Bearer ${test_key}` }),
      open(`/dashboard/api/${merchant_id}/test/changes`, { cookie }),
      open(`/dashboard/api/${merchant_id}/test/audit/export`, { cookie }),
    ]);
    for (const { url, status, headers } of answers) {
      expect([url, status, isProtected(Object.fromEntries(headers))]).toEqual([url, 200, true]);
    }
  });

  test.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n'],
    ['a header without an end', `GET / HTTP/1.1\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a URL that cannot be parsed', 'GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const { status, head } = readAnswer(await sendBytes(service.url, bytes));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain("frame-ancestors 'none'");
  });
});

test('pages are isolated from other windows, and have no access to device features', async () => {
  const { token } = await makeCheckout(service);
  for (const path of [`/pay/${token}`, '/pay', '/pay/nothing', '/docs', '/dashboard', '/demo/returned']) {
    expect((await send(service.url, path)).headers, path).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    });
  }
});

test('signing out clears our data in the browser, and nothing else', async () => {
  const visit = await visitAs(service, 'viewer');
  const { headers } = await visit.send('POST', '/auth/sign-out', { body: {} });
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(visit.cookies.size).toBe(0);
});

describe('in production', () => {
  let production: TestService;
  beforeAll(async () => {
    production = await startTestService({
      database: service.database,
      env: { NODE_ENV: 'production', PUBLIC_URL: 'https://pay.example.com', GUICHET_ROLE: 'web' },
    });
  });
  afterAll(() => production.stop());

  test('HSTS includes subdomains if configured', () => {
    const asked = everyAnswer({ is_production: true, hsts_subdomains: true });
    expect(asked['strict-transport-security']).toBe(`${hsts}; includeSubDomains`);
  });

  test('browsers are instructed to use https only', async () => {
    for (const path of ['/healthz', '/docs', '/api/v1/nothing', '/dashboard/api/me', '/pay/nothing']) {
      const { headers } = await send(production.url, path);
      expect([path, headers['strict-transport-security']]).toEqual([path, hsts]);
    }
    const { head } = readAnswer(await sendBytes(production.url, 'hello\r\n\r\n'));
    expect(head).toContain(`strict-transport-security: ${hsts}`);
  });

  test('the session cookie is limited to this host', async () => {
    const { email } = await visitAs(service, 'viewer');
    const visit = makeVisit(production);
    const own = { origin: 'https://pay.example.com' };
    const answer = await visit.send('POST', '/auth/sign-in/email', {
      body: { email, password: 'plum tarte 77 jazz' },
      headers: own,
    });
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      /^__Host-guichet\.session_token=[^;]{40,}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await visit.send('GET', '/api/me')).body.data.user.email).toBe(email);
    // The cookie is not accepted under names that other hosts of the domain could set.
    const value = visit.cookies.get('__Host-guichet.session_token');
    for (const name of ['guichet.session_token', '__Secure-guichet.session_token']) {
      const { status } = await makeVisit(production).send('GET', '/api/me', {
        headers: { cookie: `${name}=${value}` },
      });
      expect([name, status]).toEqual([name, 401]);
    }
    await visit.send('POST', '/auth/sign-out', { body: {}, headers: own });
    expect(visit.cookies.size).toBe(0);
  });
});
