import { checkLedger } from '@guichet/core/ledger';
import { expireCheckout } from '@guichet/core/payments';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
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
  realProblems,
  stateIs,
  submit,
  tokenOf,
  triesAll,
} from './steps.ts';

/** Tests every flow through the page, which works the same with JavaScript and without. */
const waiting = { timeout: 30_000, interval: 100 };

let market: Market;
beforeAll(async () => {
  market = await openMarket({ has_own_books: true });
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

  // Run concurrently, because the tests mostly wait.
  describe.concurrent('a customer', { timeout: 240_000 }, () => {
    test('can pay with a different operator after a failed attempt', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'orange_ci', '0700000001');
      await stateIs(page, 'failed');
      expect(await page.locator('main').innerText()).toMatch(/not enough money/i);
      await page.locator('main a[href*="step=choose"]').first().click();
      await stateIs(page, 'choose');
      // The number is kept.
      expect(digits(await page.inputValue('[name=phone]'))).toBe('0700000001');
      await choose(page, 'mtn_ci', '0500000000');
      await pay(page);
      await arrivePaid(page);
    });

    further('is refused on the phone, then gives up', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '0500000002');
      await stateIs(page, 'waiting');
      await stateIs(page, 'failed');
      await submit(page, '/cancel');
      await page.waitForURL((url) => url.href.startsWith(market.shop.url));
    });

    further('types a one-time code, wrong and then right', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'wave_ci', '+2250700000020');
      await page.fill('input[name=otp]', '000000');
      await submit(page, '/otp');
      await page.waitForSelector('[role=alert]');
      expect(await page.getAttribute('[name=otp]', 'aria-invalid')).toBe('true');
      await page.fill('input[name=otp]', '123456');
      await submit(page, '/otp');
      await arrivePaid(page);
    });

    test('can approve on the operator’s own page', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'wave_ci', '+2250700000021');
      await page.locator('main[data-state=redirect] a[href*="/sandbox"]').first().click();
      await decide(page, 'approve');
      await arrivePaid(page);
    });

    further('refuses on the operator’s own page, then pays after all', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'wave_ci', '+2250700000021');
      await page.locator('main[data-state=redirect] a[href*="/sandbox"]').first().click();
      await decide(page, 'refuse');
      await stateIs(page, 'failed');
      await page.locator('main a[href*="step=choose"]').first().click();
      await choose(page, 'wave_ci', '+2250700000000');
      await pay(page);
      await arrivePaid(page);
    });

    test('pays with the number alone, from which the operator follows', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await page.fill('[name=phone]', '05 00 00 00 00');
      if (options.javascript) expect(await page.locator('#guess b').innerText()).toBe('MTN MoMo');
      await submit(page, '/choose');
      await stateIs(page, 'confirm');
      expect(await page.locator('.way').innerText()).toMatch(/with MTN MoMo/);
      await pay(page);
      await arrivePaid(page);
    });

    test('is asked for the operator if none follows from the number, which is kept', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      // Another one each time: what a number has paid with is remembered.
      const phone = options.javascript ? '0100000100' : '0100000200';
      await page.fill('[name=phone]', phone);
      await submit(page, '/choose');
      await page.waitForSelector('.ways[open] #operator-problem');
      expect(digits(await page.inputValue('[name=phone]'))).toBe(phone);
      await choose(page, 'wave_ci', phone);
      await pay(page);
      await arrivePaid(page);
    });

    further(
      'types a number of another country: its operator is chosen, and its country is shown',
      async () => {
        const page = await newPage();
        await buy(page, market.shop);
        await page.fill('[name=phone]', '+229 01 61 00 00 00');
        await submit(page, '/choose');
        await stateIs(page, 'confirm');
        expect(await page.locator('.way').innerText()).toMatch(/with MTN MoMo\s+number\s+\+229/);
        await page.locator('main a[href*="step=choose"]').click();
        await stateIs(page, 'choose');
        expect(await page.inputValue('[name=country]')).toBe('BJ');
        expect(digits(await page.inputValue('[name=phone]'))).toBe('0161000000');
      },
    );

    test('pays with one touch, and no number, where the operator has a page of its own', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await page.locator('button[name=direct][value=wave_ci]').click();
      await stateIs(page, 'confirm');
      expect(await page.locator('.way').innerText()).not.toMatch(/\d/);
      await pay(page);
      await page.locator('main[data-state=redirect] a[href*="/sandbox"]').first().click();
      await decide(page, 'approve');
      await arrivePaid(page);
    });

    further('touches that operator although the number is incomplete, which is left out', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await page.fill('[name=phone]', '05 00');
      await page.locator('button[name=direct][value=wave_ci]').click();
      await stateIs(page, 'confirm');
      expect(await page.locator('.way').innerText()).not.toMatch(/\d/);
    });

    further('decides on the sandbox panel instead of a phone', async () => {
      const page = await newPage();
      // Most people see the ring around a prompt animated.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await buyAndPay(page, market.shop, 'mtn_ci', '+2250500000022');
      await stateIs(page, 'waiting');
      await decide(page, 'approve');
      await arrivePaid(page);
    });

    further('sees that the outcome is unknown and not to pay again; the payment then succeeds', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '+2250500000012');
      await stateIs(page, 'unknown');
      expect(await page.locator('main').innerText()).toMatch(/do not pay again/i);
      expect(await page.locator('main form').count()).toBe(0);
      if (!options.javascript) {
        // Without JavaScript, the page reloads itself only after 10 s, so the customer follows the link first.
        await vi.waitFor(async () => expect(await market.statusOf(tokenOf(page))).toBe('success'), waiting);
        await page.locator('main a:not(.button)').click();
      }
      await arrivePaid(page);
    });

    further('corrects an invalid number', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await page.fill('[name=phone]', '0500');
      await submit(page, '/choose');
      await page.waitForSelector('#phone-problem');
      expect(await page.inputValue('[name=phone]')).toBe('0500');
      await choose(page, 'mtn_ci', '0500000000');
      await pay(page);
      await arrivePaid(page);
    });

    further('cancels, returns to the shop, and the session has ended', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      const session_page = page.url();
      await submit(page, '/cancel');
      await page.waitForURL((url) => url.href.startsWith(market.shop.url));
      await page.goto(session_page);
      await stateIs(page, 'cancelled');
    });

    further('arrives too late: nothing was charged, and a button leads back to the shop', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      await expireCheckout(market.service.ctx, command, tokenOf(page));
      const answer = await page.reload();
      expect(answer?.status()).toBe(410);
      await stateIs(page, 'expired');
      expect(await page.locator('main').innerText()).toMatch(/no money was taken/i);
      await page.locator('main a.button').click();
      await page.waitForURL((url) => url.href.startsWith(market.shop.url));
    });

    further('reopens the page after paying, and cannot pay again', async () => {
      const page = await newPage();
      await buyAndPay(page, market.shop, 'mtn_ci', '+2250500000000');
      const token = tokenOf(page);
      await arrivePaid(page);
      await market.service.ctx.pool.query(
        `update payments set paid_at = paid_at - interval '3 minutes' where session_token = $1`,
        [market.service.ctx.tokens.handleOf(token)],
      );
      await page.goto(`${market.service.url}/pay/${token}?step=choose`);
      await stateIs(page, 'already_paid');
      expect(await page.locator('main form').count()).toBe(0);
      await page.locator('main a.button').click();
      await expectPaidOrder(page);
    });

    test('can change the language at every step without losing the step or any input', async () => {
      const page = await newPage();
      await buy(page, market.shop);
      expect(await page.getAttribute('html', 'lang')).toBe('en');
      await switchTo(page, 'fr', 'choose');
      await choose(page, 'wave_ci', '0500000020');
      expect(await page.getAttribute('html', 'lang')).toBe('fr');

      await switchTo(page, 'en', 'confirm');
      await page.locator('main a[href*="step=choose"]').click();
      await stateIs(page, 'choose');
      expect(await page.locator('[name=operator]:checked').getAttribute('value')).toBe('wave_ci');
      expect(digits(await page.inputValue('[name=phone]'))).toBe('0500000020');
      await switchTo(page, 'fr', 'choose');
      expect(await page.locator('[name=operator]:checked').getAttribute('value')).toBe('wave_ci');
      expect(digits(await page.inputValue('[name=phone]'))).toBe('0500000020');
      await submit(page, '/choose');

      await stateIs(page, 'confirm');
      await pay(page);
      await switchTo(page, 'en', 'otp');
      await page.fill('[name=otp]', '123456');
      await submit(page, '/otp');
      await page.waitForSelector('html[lang=en] main[data-state=success]');
      await arrivePaid(page);
    });
  });

  test('causes no browser errors', () => {
    expect(realProblems(browser.problems())).toEqual([]);
  });
});

test('the books balance after all flows', async () => {
  expect(await checkLedger(market.service.ctx, command)).toMatchObject({ ok: true, breaches: [] });
});

/** Switches the language, and waits for the same step in that language. */
async function switchTo(page: Page, language: string, state: string): Promise<void> {
  await page.locator('.languages summary').click();
  await page.locator(`a[hreflang=${language}]`).click();
  await page.waitForSelector(`html[lang=${language}] main[data-state=${state}]`);
}

function digits(phone: string): string {
  return phone.replace(/[^\d+]/g, '');
}
