import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type PageOptions, type TestBrowser } from '../../test-support/browser.ts';
import { isNightly } from '../../test-support/tier.ts';
import { expectPaidOrder, formTo, type Market, openMarket, stateIs, step_ms_max, triesAll } from './steps.ts';

/** Uses only Tab, Space, Enter, arrow keys and typing: no mouse and no touch. */
let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** The maximum number of focus stops, more than any page has. */
const tabs_max = 40;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: string): Promise<void> {
  for (let count = 0; count < tabs_max; count++) {
    if ((await page.locator(`${target}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

describe.each([{ javascript: true }, { javascript: false }])('with JavaScript: $javascript', (options) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(options);
  });
  afterAll(() => browser.close());

  /**
   * Both viewports at night; otherwise the phone with JavaScript and the desktop without, because Tab moves through
   * the same HTML on both.
   */
  const viewports: readonly PageOptions['viewport'][] = isNightly
    ? ['phone', 'desktop']
    : [options.javascript ? 'phone' : 'desktop'];
  test.each(viewports)('a customer can pay by keyboard alone (%s)', async (viewport) => {
    const page = await browser.newPage({ viewport, locale: 'en-GB' });
    page.setDefaultTimeout(step_ms_max);
    await page.goto(market.shop.url);
    await tabTo(page, 'form[action="/buy"] button');
    await page.keyboard.press('Enter');

    // The first attempt is refused; its form is submitted by pressing Enter in the field.
    await stateIs(page, 'choose');
    await tabTo(page, '[name=phone]');
    await page.keyboard.type('+225 05 00 00 00 01');
    await tabTo(page, '.ways summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '[name=operator]');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    const operator = await page.locator('[name=operator]:focus').getAttribute('value');
    expect(await page.locator('[name=operator]:checked').getAttribute('value')).toBe(operator);
    await page.keyboard.press('Enter');
    await stateIs(page, 'confirm');
    await tabTo(page, `${formTo('/pay')} button`);
    await page.keyboard.press('Space');
    await stateIs(page, 'failed');

    await tabTo(page, 'main a.button');
    await page.keyboard.press('Enter');
    await stateIs(page, 'choose');
    await tabTo(page, '[name=phone]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('05 00 00 00 20');
    await tabTo(page, `${formTo('/choose')} button`);
    await page.keyboard.press('Space');
    await stateIs(page, 'confirm');
    await tabTo(page, `${formTo('/pay')} button`);
    await page.keyboard.press('Enter');

    // The field gets the focus automatically when the page is first rendered.
    await stateIs(page, 'otp');
    await page.waitForSelector('[name=otp]:focus');
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');

    await stateIs(page, 'success');
    await tabTo(page, 'main a.button');
    await page.keyboard.press('Enter');
    await expectPaidOrder(page);
    expect(browser.problems()).toEqual([]);
  });

  test.runIf(triesAll(options))('going back and changing the language work by keyboard', async () => {
    const page = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await page.goto(market.shop.url);
    await tabTo(page, 'form[action="/buy"] button');
    await page.keyboard.press('Enter');
    await stateIs(page, 'choose');
    await tabTo(page, '.languages summary');
    await page.keyboard.press('Enter');
    await tabTo(page, 'a[hreflang=fr]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('html[lang=fr] main[data-state=choose]');
    await tabTo(page, `${formTo('/cancel')} button`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.startsWith(market.shop.url));
  });
});
