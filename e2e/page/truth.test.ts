import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import {
  arrivePaid,
  buy,
  buyAndPay,
  choose,
  decide,
  formTo,
  type Market,
  openMarket,
  pay,
  stateIs,
  submit,
  tokenOf,
  triesAll,
} from './steps.ts';

/**
 * Tests that the page, used by impatient customers, never makes two attempts, shows a wrong state or leads to a
 * dead end.
 */
let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

describe.each([{ javascript: true }, { javascript: false }])('with JavaScript: $javascript', (options) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(options);
  });
  afterAll(() => browser.close());
  const newPage = () => browser.newPage({ viewport: 'phone', locale: 'en-GB' });
  const further = test.runIf(triesAll(options));

  describe.concurrent('a customer', () => {
    test('who clicks twice pays only once', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000042');
      const token = tokenOf(page);
      await page.locator(`${formTo('/pay')} button`).dblclick();
      await arrivePaid(page);
      expect(await market.countAttempts(token)).toBe(1);
    });

    further('who has two tabs pays in one and sees it in the other', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000022');
      const token = tokenOf(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await stateIs(other, 'confirm');
      await pay(page);
      await stateIs(page, 'waiting');
      // With JavaScript, the other page may already have been updated.
      await other.bringToFront();
      if (!options.javascript) await pay(other);
      await stateIs(other, 'waiting');
      await decide(other, 'approve');
      await stateIs(other, 'success');
      await stateIs(page, 'success');
      expect(await market.countAttempts(token)).toBe(1);
    });

    further('who presses in two tabs at the same moment pays once', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000022');
      const token = tokenOf(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await Promise.all([pay(page), pay(other)]);
      await Promise.all([stateIs(page, 'waiting'), stateIs(other, 'waiting')]);
      expect(await market.countAttempts(token)).toBe(1);
    });

    test('who goes back after paying sees every step as paid, with nothing to send', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000000');
      const token = tokenOf(page);
      await arrivePaid(page);
      const steps = await page.evaluate<number>('history.length');
      for (let count = 0; count < steps && page.url() !== `${market.shop.url}/`; count++) {
        if (page.url().startsWith(market.service.url)) {
          await page.waitForSelector('main:is([data-state=success], [data-state=already_paid])');
          expect(await page.locator('main form').count()).toBe(0);
        }
        await page.goBack();
      }
      expect(page.url()).toBe(`${market.shop.url}/`);
      expect(await market.countAttempts(token)).toBe(1);
    });

    further('who goes back while the prompt is open is shown the prompt', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000022');
      await stateIs(page, 'waiting');
      await page.goBack();
      await stateIs(page, 'waiting');
      await decide(page, 'approve');
      await arrivePaid(page);
    });

    further('who has an old confirmation open is not charged again', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '0500000000');
      const token = tokenOf(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await pay(page);
      await stateIs(page, 'success');
      if (!options.javascript) await pay(other);
      await stateIs(other, 'success');
      expect(await market.countAttempts(token)).toBe(1);
    });

    further('who reloads stays where they were at every step', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      const reload = async (state: string) => {
        await stateIs(page, state);
        await page.reload();
        await stateIs(page, state);
      };
      await reload('choose');
      await choose(page, 'wave_ci', '0500000020');
      await reload('confirm');
      await pay(page);
      await reload('otp');
      await page.fill('[name=otp]', '000000');
      await submit(page, '/otp');
      await page.waitForSelector('#otp-problem');
      await reload('otp');
      await page.fill('[name=otp]', '123456');
      await submit(page, '/otp');
      await reload('success');
      await arrivePaid(page);
    });

    further('who reloads a failure sees it again, and can still pay', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000001');
      await stateIs(page, 'failed');
      await page.reload();
      await stateIs(page, 'failed');
      await page.locator('main a[href*="step=choose"]').click();
      await choose(page, 'mtn_ci', '0500000000');
      await pay(page);
      await arrivePaid(page);
    });

    further('who closes the page before approving has still paid', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000042');
      await stateIs(page, 'waiting');
      const address = page.url();
      await page.close();
      const later = await newPage();
      await vi.waitFor(async () => {
        await later.goto(address);
        expect(await later.getAttribute('main', 'data-state')).toBe('success');
      }, 15_000);
    });
  });
});
