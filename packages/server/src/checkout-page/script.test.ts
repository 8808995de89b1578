import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import type { View } from './page.ts';
import { renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';

/** What the server shows and does next; each test sets it. */
let kind: string;
let failures: number;
let posts: string[];
let letPostsEnd: () => void;
let postsMayEnd: Promise<void>;
let server: Server;
let base_url: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      posts.push(request.url ?? '');
      await postsMayEnd;
      response.writeHead(303, { location: '/pay/tok' }).end();
    } else if (request.url?.startsWith('/pay/tok')) {
      if (failures > 0) {
        failures -= 1;
        response.writeHead(503).end('<main data-state="error"><h1>Out of order</h1></main>');
      } else {
        response.writeHead(200, headers).end(renderPage({ ...samplePage, language: 'en', view: viewNow() }));
      }
    } else {
      response
        .writeHead(200, headers)
        .end('<!doctype html><title>Shop</title><link rel="icon" href="data:,">');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));
beforeEach(() => {
  failures = 0;
  posts = [];
  postsMayEnd = new Promise((resolve) => {
    letPostsEnd = resolve;
  });
});
afterEach(() => letPostsEnd());

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${samplePage.nonce}'`,
    `script-src 'nonce-${samplePage.nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
  ].join('; '),
};

function viewNow(): View {
  const view = sampleViews[kind];
  if (!view) throw new Error(`no sample of ${kind}`);
  return 'return_href' in view ? { ...view, return_href: `${base_url}/thanks` } : view;
}

function stateIs(page: BrowserPage, state: string): Promise<unknown> {
  return page.waitForSelector(`main[data-state="${state}"]`);
}

describe('with script', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser({ javascript: true });
  });
  afterAll(() => browser.close());

  async function open(first: string): Promise<BrowserPage> {
    kind = first;
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${base_url}/pay/tok`);
    // Lost by any navigation, kept by a swap.
    await page.evaluate('document.same = true');
    return page;
  }

  test('a change of state is swapped in, announced, and followed by the return to the shop', async () => {
    const page = await open('waiting');
    kind = 'success';
    await stateIs(page, 'success');
    expect(await page.evaluate('document.same')).toBe(true);
    expect(await page.title()).toContain('Paid');
    expect(await page.textContent('[role=status]')).toMatch(/^Paid\. 25.375.F.CFA to Boutique Aya$/);
    expect(await page.textContent('footer')).toBe('Secure payment');
    await page.waitForURL('**/thanks');
    expect(browser.problems()).toEqual([]);
  });

  test('a one-time code that is asked for later gets the focus, and typing it is left in peace', async () => {
    const page = await open('waiting');
    kind = 'otp';
    await stateIs(page, 'otp');
    expect(await page.evaluate('document.activeElement.name')).toBe('otp');
    await page.keyboard.type('123456');
    await page.waitForResponse('**/pay/tok');
    await page.waitForResponse('**/pay/tok');
    expect(await page.inputValue('[name=otp]')).toBe('123456');
  });

  test('the amount in the header follows the truth', async () => {
    const page = await open('waiting');
    expect(await page.textContent('header .amount')).toContain('25\u202f375');
    kind = 'failed_wrong_pin';
    await stateIs(page, 'failed');
    expect(await page.textContent('header .amount')).toContain('25\u202f000');
  });

  test('faults of the server are not shown and end by themselves', async () => {
    const page = await open('waiting');
    failures = 2;
    await page.waitForResponse((response) => response.status() === 503);
    expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
    kind = 'success';
    await stateIs(page, 'success');
    expect(failures).toBe(0);
    expect(await page.evaluate('document.same')).toBe(true);
  });

  test('a second press while the first is on its way sends nothing', async () => {
    const page = await open('confirm');
    kind = 'waiting';
    const box = await page.locator(`form[action="${samplePage.links.pay}"] button`).boundingBox();
    const middle = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20] as const;
    const arrived = page.waitForRequest((request) => request.method() === 'POST');
    await page.mouse.click(...middle);
    await arrived;
    await page.mouse.click(...middle);
    letPostsEnd();
    await stateIs(page, 'waiting');
    expect(posts).toEqual([samplePage.links.pay]);
  });

  test('times are those of the phone', async () => {
    const page = await open('choose');
    const local = await page.evaluate<string>(
      `new Date('${samplePage.expires_at.toISOString()}').toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })`,
    );
    expect(await page.textContent('footer time')).toBe(local);
  });
});

test('without script, waiting ends at the receipt and the receipt at the shop', async () => {
  const browser = await launchBrowser({ javascript: false });
  try {
    kind = 'waiting';
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${base_url}/pay/tok`);
    kind = 'success';
    await stateIs(page, 'success');
    await page.waitForURL('**/thanks');
    expect(browser.problems()).toEqual([]);
  } finally {
    await browser.close();
  }
});
