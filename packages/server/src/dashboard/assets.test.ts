import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '../http/make-app.ts';
import { makeLogger } from '../make-logger.ts';
import { addDashboardPage } from './assets.ts';
import { untilBuilt } from './build.ts';

const lines: string[] = [];
const log = makeLogger('info', { write: (line) => lines.push(line) });
const app = makeApp(log);
let openings = 0;
app.register(
  addDashboardPage(async () => {
    openings++;
  }),
);

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** Path of the page's own script, as it appears in the page. */
let script: string;
beforeAll(async () => {
  expect((await untilBuilt(log)).state, lines.join('\n')).toBe('built');
  script = /src="([^"]+index-[^"]+\.js)"/.exec((await get('/dashboard')).body)?.[1] ?? '';
  expect(script).toMatch(/^\/dashboard\/assets\/index-[\w-]{8,}\.js$/);
}, 60_000);

describe('the page', () => {
  test.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/sign-in',
    '/dashboard/mer_1/test/payments?status=failed',
  ])('is served at %s with its security headers', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("frame-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16);
    expect(body).toContain(`<meta property="csp-nonce" content="${nonce}">`);
  });

  test.each([
    ['/dashboard/mer_1/test/payments?status=failed', 'test', 'payments-page'],
    ['/dashboard/mer_1/live/settings/brand', 'live', 'settings-frame'],
    ['/dashboard/mer_1/live', 'live', null],
    ['/dashboard/mer_1/test/nothing', 'test', null],
    ['/dashboard/mer_1/test/__proto__', 'test', null],
    ['/dashboard/sign-in', undefined, null],
    ['/dashboard/mer_1/tests/payments', undefined, null],
  ])('at %s has the outline and the files of that page', async (url, mode, script) => {
    const { body } = await get(url);
    expect(/<div class="frame shell" data-mode="([^"]*)"/.exec(body)?.[1]).toBe(mode);
    expect(body.includes('/assets/frame-')).toBe(mode !== undefined);
    const sections = [...body.matchAll(/modulepreload" crossorigin href="[^"]*\/(\w+-(?:page|frame))-/g)];
    expect(sections.map(([, name]) => name)).toEqual(script === null ? [] : [script]);
  });

  test('makes the server load the routes that its first requests need', async () => {
    const before = openings;
    await get('/dashboard/sign-in');
    await expect.poll(() => openings).toBe(before + 1);
    await get(script);
    expect(openings).toBe(before + 1);
  });

  test.each(['/dashboard', '/dashboard/mer_1/test/overview'])(
    'at %s has no inline code and nothing from other origins',
    async (url) => {
      const { body } = await get(url);
      expect(body).not.toMatch(/<script[^>]*>[^<]|<style|\son\w+=|style=/);
      const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
      expect(addresses.length).toBeGreaterThan(2);
      expect(addresses.filter((address) => !address?.startsWith('/dashboard/assets/'))).toEqual([]);
    },
  );

  test('gets a new nonce each time', async () => {
    const policies = await Promise.all([1, 2, 3].map(() => get('/dashboard')));
    expect(new Set(policies.map(({ headers }) => headers['content-security-policy'])).size).toBe(3);
  });

  test.each(['/dashboard/api', '/dashboard/api/nothing', '/dashboard/auth/nothing', '/dashboard/assets/'])(
    'does not replace the JSON response of %s',
    async (url) => {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found', data: null });
    },
  );

  test('refuses POST, PUT and DELETE', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: '/dashboard' })).statusCode).toBe(405);
      expect((await app.inject({ method, url: '/dashboard/sign-in' })).statusCode).toBe(404);
    }
  });
});

describe('an asset', () => {
  test('is cached for a year, and never sniffed as a different type', async () => {
    expect((await get(script)).headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=1.0', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('is the same when decoded, for clients that accept %j', async (accepted, encoding) => {
    const plain = await get(script);
    const { headers, rawPayload } = await get(script, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    const read = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
    expect(read(rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
  });

  test.each([
    '/dashboard/assets/nothing.js',
    '/dashboard/assets/..%2findex.html',
    '/dashboard/assets/..%2f..%2f..%2fpackage.json',
    '/dashboard/assets/%00',
  ])('does not exist at %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('<html');
  });
});
