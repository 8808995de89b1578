import { decideSandboxPayment } from '@guichet/core/operations';
import { expireCheckout } from '@guichet/core/payments';
import { customerWith } from '@guichet/core/platform';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { launchBrowser, setOffline, type TestBrowser } from '../../test-support/browser.ts';
import {
  arrivePaid,
  buy,
  buyAndPay,
  choose,
  decide,
  expectPaidOrder,
  type Market,
  openMarket,
  pay,
  stateIs,
  submit,
  tokenOf,
  triesAll,
} from './steps.ts';

/** Tests the page on cheap phones, which sleep, lose the network, or run out of time. */
let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);
}

/** Runs a function while the page is offline. */
async function offline(page: Page, run: () => Promise<void>): Promise<void> {
  await setOffline(page, true);
  await run();
  await setOffline(page, false);
}

describe('with JavaScript', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser({ javascript: true });
  });
  afterAll(() => browser.close());
  const newPage = () => browser.newPage({ viewport: 'phone', locale: 'en-GB' });

  describe.concurrent('a phone', () => {
    test('that slept during the approval shows the result when it wakes', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000022');
      await stateIs(page, 'waiting');
      await setHidden(page, true);
      await decideSandboxPayment(market.service.ctx, customerWith(tokenOf(page)), 'approved');
      expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
      await setHidden(page, false);
      await arrivePaid(page);
    });

    test('that slept until the session expired says so when it wakes', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await setHidden(page, true);
      await expireCheckout(market.service.ctx, command, tokenOf(page));
      await setHidden(page, false);
      await stateIs(page, 'expired');
    });

    test('that is offline sends nothing at any step, loses nothing, and resumes automatically', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      const token = tokenOf(page);
      const refused = () => page.waitForSelector('main #offline');
      const over = () => page.waitForSelector('main #offline', { state: 'detached' });

      await page.fill('[name=phone]', '0500000020');
      await offline(page, async () => {
        await submit(page, '/choose');
        await refused();
      });
      await over();
      expect(await page.inputValue('[name=phone]')).toBe('0500000020');
      await submit(page, '/choose');
      await stateIs(page, 'confirm');

      await offline(page, async () => {
        await pay(page);
        await refused();
      });
      await over();
      expect(await market.countAttempts(token)).toBe(0);
      await pay(page);
      await stateIs(page, 'otp');

      await offline(page, async () => {
        await page.fill('[name=otp]', '123456');
        await submit(page, '/otp');
        await refused();
      });
      await over();
      expect(await page.inputValue('[name=otp]')).toBe('123456');
      await submit(page, '/otp');
      await arrivePaid(page);
      expect(await market.countAttempts(token)).toBe(1);
    });

    test('that loses the network while the prompt is open shows the result on reconnecting', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000022');
      await stateIs(page, 'waiting');
      await offline(page, async () => {
        await page.waitForSelector('main #lost', { timeout: 5_000 });
        await decideSandboxPayment(market.service.ctx, customerWith(tokenOf(page)), 'approved');
        expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
      });
      await stateIs(page, 'success');
      expect(await page.locator('#lost').count()).toBe(0);
    });

    test('that loses the network at the receipt keeps showing it, and returns to the shop on reconnecting', async () => {
      const page = await newPage();
      await page.clock.install();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000000');
      await stateIs(page, 'success');
      await offline(page, async () => {
        await page.clock.runFor(10_000);
        await stateIs(page, 'success');
      });
      await page.clock.runFor(10_000);
      await expectPaidOrder(page);
    });

    test('that loses the response to its payment finds the payment, which was made only once', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000022');
      const token = tokenOf(page);
      // The request arrives, but the response does not.
      await page.route('**/pay/*/pay*', async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.abort('connectionreset');
      });
      await pay(page);
      await expect.soft(market.countAttempts(token)).resolves.toBeLessThanOrEqual(1);
      await page.unroute('**/pay/*/pay*');
      await page.goto(`${market.service.url}/pay/${token}`);
      await stateIs(page, 'waiting');
      expect(await market.countAttempts(token)).toBe(1);
      await decide(page, 'approve');
      await arrivePaid(page);
    });
  });
});

describe.each([{ javascript: true }, { javascript: false }].filter(triesAll))(
  'with JavaScript: $javascript',
  (options) => {
    let browser: TestBrowser;
    beforeAll(async () => {
      browser = await launchBrowser(options);
    });
    afterAll(() => browser.close());
    const newPage = () => browser.newPage({ viewport: 'phone', locale: 'en-GB' });

    test('an open prompt stays valid after the session ends', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000022');
      await stateIs(page, 'waiting');
      await expireCheckout(market.service.ctx, command, tokenOf(page));
      const answer = await page.reload();
      expect(answer?.status()).toBe(410);
      await stateIs(page, 'waiting');
      await decide(page, 'approve');
      await arrivePaid(page);
    });

    test('a confirmation sends nothing after the session has ended', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000000');
      const token = tokenOf(page);
      await expireCheckout(market.service.ctx, command, token);
      if (options.javascript) await stateIs(page, 'expired');
      else await pay(page);
      await stateIs(page, 'expired');
      expect(await market.countAttempts(token)).toBe(0);
    });
  },
);
