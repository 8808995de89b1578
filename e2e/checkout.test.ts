import { checkLedger } from '@guichet/core/ledger/check';
import { createEndpoint } from '@guichet/core/webhooks/create-endpoint';
import { type Shop, startShop } from '@guichet/example-shop/start';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type PageOptions, type TestBrowser } from '../test-support/browser.ts';
import { chooseFreePort, startTestService, type TestService } from '../test-support/service.ts';

/**
 * The main job, as its people do it: a shop creates a session with the client library, a customer pays in a real
 * browser, the shop hears of it by a signed webhook and only then shows the order as paid.
 */
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  const port = await chooseFreePort();
  const url = `http://localhost:${port}`;
  const { merchant_id, test_key } = service.demo;
  const { secret } = await createEndpoint(service.ctx, merchant_id, { mode: 'test', url: `${url}/webhook` });
  shop = await startShop({
    base_url: `${service.url}/api/v1`,
    api_key: test_key,
    webhook_secret: secret,
    port,
  });
});

afterAll(async () => {
  await shop.close();
  await service.stop();
});

describe.each([{ javascript: true }, { javascript: false }])('with JavaScript: $javascript', (options) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(options);
  });
  afterAll(() => browser.close());

  const cases: readonly Required<PageOptions>[] = [
    { viewport: 'phone', locale: 'fr-FR' },
    { viewport: 'desktop', locale: 'en-GB' },
  ];
  test.each(cases)('session, pay, webhook, paid order ($viewport, $locale)', async (pageOptions) => {
    const page = await browser.newPage(pageOptions);
    await buy(page);
    await choose(page, 'mtn_ci', '+2250500000042');
    const main = page.locator('main[data-state=confirm]');
    // 25,000 + 2 %: shown before anything is sent.
    for (const amount of ['25000', '500', '25500']) expect(digits(await main.innerText())).toContain(amount);
    await pay(page);
    await page.waitForSelector('main[data-state=success]');
    await page.waitForURL(/\/orders\//);
    await expect.poll(() => page.locator('body').innerText()).toMatch(/payée/i);
    expect(browser.problems()).toEqual([]);
  });

  test('a failed try, then another one', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await buy(page);
    await choose(page, 'orange_ci', '0700000001');
    await pay(page);
    await page.waitForSelector('main[data-state=failed]');
    expect(await page.locator('main').innerText()).toMatch(/not enough money/i);
    await page.locator('main a[href*="step=choose"]').first().click();
    await choose(page, 'orange_ci', '0700000000');
    await pay(page);
    await page.waitForURL(/\/orders\//);
    await expect.poll(() => page.locator('body').innerText()).toMatch(/payée/i);
  });

  test('a one-time code, wrong and then right', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await buy(page);
    await choose(page, 'wave_ci', '+2250700000020');
    await pay(page);
    await page.fill('input[name=otp]', '000000');
    await submit(page, '/otp');
    await page.waitForSelector('[role=alert]');
    await page.fill('input[name=otp]', '123456');
    await submit(page, '/otp');
    await page.waitForURL(/\/orders\//);
  });

  test('the sandbox’s own approval page', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await buy(page);
    await choose(page, 'wave_ci', '+2250700000021');
    await pay(page);
    await page.locator('main[data-state=redirect] a[href*="/sandbox"]').first().click();
    await page.locator('button[name=decision][value=approve]').click();
    await page.waitForURL(/\/orders\//);
  });

  test('giving up leads back to the shop, and the session is over', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await buy(page);
    const session_page = page.url();
    await submit(page, '/cancel');
    await page.waitForURL((url) => url.href.startsWith(shop.url));
    await page.goto(session_page);
    await page.waitForSelector('main[data-state=cancelled]');
  });
});

test('the books balance after all of it', async () => {
  expect(await checkLedger(service.ctx)).toMatchObject({ ok: true, breaches: [] });
});

async function buy(page: Page): Promise<void> {
  // Sooner than the test's own limit, so that a failure says which step it was.
  page.setDefaultTimeout(10_000);
  await page.goto(shop.url);
  await page.locator('form[action="/buy"] button').click();
  await page.waitForSelector('main[data-state=choose]');
}

async function choose(page: Page, operator: string, phone: string): Promise<void> {
  await page.locator(`label:has(input[value=${operator}])`).click();
  await page.fill('input[name=phone]', phone);
  await submit(page, '/choose');
  await page.waitForSelector('main[data-state=confirm]');
}

/** The confirmation's own button: the last segment tells it from the session's address. */
async function pay(page: Page): Promise<void> {
  await page.locator('main[data-state=confirm] form[action$="/pay"] button').click();
}

async function submit(page: Page, verb: string): Promise<void> {
  await page.locator(`form[action$="${verb}"] button`).first().click();
}

/** Amounts are grouped differently in each language. */
function digits(text: string): string {
  return text.replace(/[\s.,\u00a0\u202f]/g, '');
}
