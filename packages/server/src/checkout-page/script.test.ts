import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, setOffline, type TestBrowser } from '../../../../test-support/browser.ts';
import { hostPage, type PageHost } from '../testing/host-page.ts';
import { samplePage } from './samples.ts';

let host: PageHost;
beforeAll(async () => {
  host = await hostPage();
});
afterAll(() => host.close());
beforeEach(() => host.reset());
afterEach(() => host.letPostsEnd());

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
    host.shown.kind = first;
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${host.url}/pay/tok`);
    // A property that any navigation would lose, but that is kept when the script swaps content.
    await page.evaluate('document.same = true');
    return page;
  }
  const isSame = (page: BrowserPage) => page.evaluate<boolean>('document.same === true');

  test('a change of state is swapped in, announced, and followed by the return to the merchant', async () => {
    const page = await open('waiting');
    host.shown.kind = 'success';
    await stateIs(page, 'success');
    expect(await isSame(page)).toBe(true);
    expect(await page.title()).toContain('Paid');
    expect(await page.textContent('footer~[role=status]')).toMatch(
      /^Paid\. \W*25.375.F.CFA\W* to \W*Boutique Aya\W*$/,
    );
    expect(await page.textContent('footer')).toBe('Secure payment');
    const goes_to = await page.getAttribute('main', 'data-go');
    await page.waitForURL(new URL(goes_to ?? '', host.url).href);
    expect(browser.problems()).toEqual([]);
  });

  test('a one-time code requested later gets the focus, and typing it is not interrupted', async () => {
    const page = await open('waiting');
    host.shown.kind = 'otp';
    await stateIs(page, 'otp');
    expect(await page.evaluate('document.activeElement.name')).toBe('otp');
    await page.keyboard.type('123456');
    host.shown.kind = 'otp_wrong';
    await page.waitForResponse('**/pay/tok');
    await page.waitForResponse('**/pay/tok');
    expect(await page.inputValue('[name=otp]')).toBe('123456');
    host.shown.kind = 'failed_wrong_otp';
    await stateIs(page, 'failed');
  });

  test('the amount in the header is kept up to date', async () => {
    const page = await open('waiting');
    expect(await page.textContent('header .amount')).toContain('25\u202f375');
    host.shown.kind = 'failed_wrong_pin';
    await stateIs(page, 'failed');
    expect(await page.textContent('header .amount')).toContain('25\u202f000');
  });

  test('server errors are not shown, and requests are repeated', async () => {
    const page = await open('waiting');
    host.shown.failures = 2;
    await page.waitForResponse((response) => response.status() === 503);
    expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
    host.shown.kind = 'success';
    await stateIs(page, 'success');
    expect(host.shown.failures).toBe(0);
    expect(await isSame(page)).toBe(true);
  });

  test('a second press during the first request sends nothing', async () => {
    const page = await open('confirm');
    host.shown.kind = 'waiting';
    const box = await page.locator(`form[action="${samplePage.links.pay}"] button`).boundingBox();
    const middle = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20] as const;
    const arrived = page.waitForRequest((request) => request.method() === 'POST');
    await page.mouse.click(...middle);
    await arrived;
    await page.mouse.click(...middle);
    host.letPostsEnd();
    await stateIs(page, 'waiting');
    expect(host.posts).toEqual([samplePage.links.pay]);
  });

  test('a page restored by the back button is fetched again', async () => {
    const page = await open('confirm');
    host.shown.kind = 'already_paid';
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await stateIs(page, 'already_paid');
  });

  test('times are in the phone’s time zone', async () => {
    const page = await open('choose');
    const local = await page.evaluate<string>(
      `new Date('${samplePage.expires_at.toISOString()}').toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })`,
    );
    expect(await page.textContent('footer time')).toBe(local);
  });

  test('without a network nothing is sent, the page reports that, and it continues on reconnecting', async () => {
    const page = await open('confirm');
    const pay = page.locator(`form[action="${samplePage.links.pay}"] button`);
    await setOffline(page, true);
    await pay.click();
    await pay.click();
    expect(await page.locator('main [role=alert]').allInnerTexts()).toEqual([
      await page.getAttribute('footer~[role=status]', 'data-offline'),
    ]);
    await setOffline(page, false);
    await page.waitForSelector('main [role=alert]', { state: 'detached' });
    expect(host.posts).toEqual([]);
    // The next state is set only once the form has been sent: after reconnecting, the page fetches itself, and
    // would otherwise show that state too early.
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const clicked = pay.click();
    await sent;
    host.shown.kind = 'waiting';
    host.letPostsEnd();
    await clicked;
    await stateIs(page, 'waiting');
    expect(host.posts).toEqual([samplePage.links.pay]);
  });

  test('the page does not return to the merchant without a network', async () => {
    const page = await browser.newPage({ viewport: 'phone' });
    await page.clock.install();
    host.shown.kind = 'success';
    await page.goto(`${host.url}/pay/tok`);
    await setOffline(page, true);
    await page.clock.runFor(10_000);
    expect(await page.getAttribute('main', 'data-state')).toBe('success');
    await setOffline(page, false);
    await page.clock.runFor(10_000);
    await page.waitForURL((url) => url.pathname !== '/pay/tok');
  });
});

test('without script, the waiting page leads to the receipt, and the receipt to the merchant', async () => {
  const browser = await launchBrowser({ javascript: false });
  try {
    host.shown.kind = 'waiting';
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${host.url}/pay/tok`);
    host.shown.kind = 'success';
    await stateIs(page, 'success');
    await page.waitForURL((url) => url.pathname !== '/pay/tok');
    expect(browser.problems()).toEqual([]);
  } finally {
    await browser.close();
  }
});
