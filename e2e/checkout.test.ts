import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type PageOptions, type TestBrowser } from '../test-support/browser.ts';
import { isNightly } from '../test-support/tier.ts';
import { buy, choose, expectPaidOrder, type Market, openMarket, pay, stateIs } from './page/steps.ts';

/**
 * The main flow from the users' point of view: a shop creates a session with the client library, a customer pays in
 * a real browser, and the shop gets a signed webhook and only then shows the order as paid. The customer needs no
 * unnecessary clicks: the page waits, shows the receipt and returns to the shop automatically. All other flows, and
 * the resulting ledger entries, are tested in `page/`.
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

  const desktop: Required<PageOptions> = { viewport: 'desktop', locale: 'en-GB' };
  const phone: Required<PageOptions> = { viewport: 'phone', locale: 'fr-FR' };
  /** Regular runs test one of the two viewports; nightly runs test both. */
  const cases = isNightly ? [phone, desktop] : [options.javascript ? desktop : phone];
  test.concurrent.each(cases)(
    'completes session, payment, webhook and paid order ($viewport, $locale)',
    async (pageOptions) => {
      const page = await browser.newPage(pageOptions);
      await buy(page, market.shop);
      await choose(page, 'mtn_ci', '+2250500000042');
      const main = page.locator('main[data-state=confirm]');
      // 25,000 + 2 %: shown before anything is sent.
      for (const amount of ['25000', '500', '25500'])
        expect(digits(await main.innerText())).toContain(amount);
      await pay(page);
      await stateIs(page, 'success').catch(async (cause: Error) => {
        throw new Error(`${cause.message}; the queue: ${await market.describeQueue()}`, { cause });
      });
      await expectPaidOrder(page);
    },
  );

  test('causes no browser errors', () => {
    expect(browser.problems()).toEqual([]);
  });
});

/** Amounts are grouped differently in each language. */
function digits(text: string): string {
  return text.replace(/[\s.,\u00a0\u202f]/g, '');
}
