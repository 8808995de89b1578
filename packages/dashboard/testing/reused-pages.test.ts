import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, setOffline, type TestBrowser } from '../../../test-support/browser.ts';
import { makeReusedPages } from './reused-pages.ts';

const server = createServer((_request, response) => void response.end('as served'));
let base: string;
let browser: TestBrowser;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => void server.close(resolve));
});

test('a reused page keeps nothing from the previous test', async () => {
  const reused = makeReusedPages(base);
  const page = await browser.newPage({ viewport: 'desktop' });
  const context = page.context();
  await page.goto(`${base}/before`);
  await page.evaluate(
    `localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2'); document.cookie = 'c=3'`,
  );
  await page.route('**/*', (route) => route.fulfill({ body: 'as changed' }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 300, height: 300 });
  await setOffline(page, true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await context.newPage();
  await reused.put({ viewport: 'desktop' }, page);

  expect(reused.take({ viewport: 'phone' })).toBeUndefined();
  expect(reused.take({ viewport: 'desktop', locale: 'fr-FR' })).toBeUndefined();
  expect(reused.take({ viewport: 'desktop' })).toBe(page);
  expect(reused.take({ viewport: 'desktop' })).toBeUndefined();
  await page.goto(`${base}/after`);
  const seen = await page.evaluate(`[document.body.textContent, localStorage.length, sessionStorage.length,
    document.cookie, matchMedia('(prefers-color-scheme: dark)').matches, innerWidth, navigator.onLine]`);
  expect(seen).toEqual(['as served', 0, 0, '', false, 1280, true]);
  expect(asked).toEqual([]);
  expect(context.pages()).toEqual([page]);
});

test('a page that its test has closed is not reused', async () => {
  const reused = makeReusedPages(base);
  const page = await browser.newPage({ viewport: 'desktop' });
  await page.context().close();
  await reused.put({ viewport: 'desktop' }, page);
  expect(reused.take({ viewport: 'desktop' })).toBeUndefined();
});
