import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import { hostPage, type PageHost } from '../testing/host-page.ts';

let host: PageHost;
let browser: TestBrowser;
beforeAll(async () => {
  host = await hostPage();
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await host.close();
});
beforeEach(() => host.reset());

/**
 * Opens the page at a given server time, on a phone whose clock differs from it by `wrong_by_ms`. The phone's clock
 * stands still until the test advances it.
 */
async function open(kind: string, now: string, wrong_by_ms: number): Promise<BrowserPage> {
  Object.assign(host.shown, { kind, now: new Date(now) });
  const phone_ms = new Date(now).getTime() + wrong_by_ms;
  const page = await browser.newPage({ viewport: 'phone' });
  await page.clock.install({ time: phone_ms - 60_000 });
  await page.clock.pauseAt(phone_ms);
  await page.goto(`${host.url}/pay/tok`);
  return page;
}

const count = (page: BrowserPage): Promise<string | null> => page.textContent('[data-count]');
const region = (page: BrowserPage): Promise<string | null> => page.textContent('footer~[role=status]');
const isFooterMarked = (page: BrowserPage): Promise<boolean> =>
  page.evaluate<boolean>(`document.querySelector('footer').classList.contains('soon')`);
/**
 * Lets time pass until the page shows a state: a response in flight arrives in real time, and sets the next timer.
 */
const untilState = (page: BrowserPage, state: string): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(2_000);
        return page.getAttribute('main', 'data-state');
      },
      { timeout: 15_000 },
    )
    .toBe(state);

const hour_ms = 3_600_000;

describe.each([0, 3 * hour_ms, -26 * hour_ms])('on a phone whose clock is wrong by %i ms', (wrong_by_ms) => {
  // The sample prompt can be approved until 14:14:00, the sample session ends at 14:32:00.
  test('the countdown ends at the server’s time without an announcement, and the page is then refreshed', async () => {
    const page = await open('waiting', '2026-07-25T14:10:00Z', wrong_by_ms);
    expect(await count(page)).toBe('Time left: 4:00');
    await page.clock.runFor(1_000);
    expect(await count(page)).toBe('Time left: 3:59');
    await page.clock.fastForward(229_000);
    expect(await count(page)).toBe('Time left: 0:10');
    expect(await region(page)).toBe('');
    await page.clock.fastForward(10_000);
    expect(await page.locator('[data-count]').count()).toBe(0);
    host.shown.kind = 'failed_payer_timeout';
    await untilState(page, 'failed');
  });

  test('the session’s end is announced once and shown two minutes before it, and the page is refreshed at the end', async () => {
    const page = await open('choose', '2026-07-25T14:29:55Z', wrong_by_ms);
    await page.clock.runFor(4_000);
    expect([await region(page), await isFooterMarked(page)]).toEqual(['', false]);
    await page.clock.runFor(2_000);
    expect((await region(page))?.trim()).toBe('Less than two minutes left to pay.');
    expect(await isFooterMarked(page)).toBe(true);
    await page.evaluate(`document.querySelector('footer~[role=status]').textContent = ''`);
    await page.clock.runFor(60_000);
    expect([await region(page), await isFooterMarked(page)]).toEqual(['', true]);
    host.shown.kind = 'expired';
    await page.clock.runFor(60_000);
    await untilState(page, 'expired');
  });

  test('a page opened with less time left announces the end immediately', async () => {
    const page = await open('choose', '2026-07-25T14:31:00Z', wrong_by_ms);
    expect((await region(page))?.trim()).toBe('Less than two minutes left to pay.');
    expect(await isFooterMarked(page)).toBe(true);
  });
});

test('the page of a payment still processing at the session’s end is refreshed, and shows no countdown', async () => {
  const page = await open('waiting_without_end', '2026-07-25T14:31:59Z', 0);
  const gets = host.gets();
  await page.clock.runFor(1_400);
  await expect.poll(host.gets).toBeGreaterThan(gets);
  expect(await isFooterMarked(page)).toBe(false);
  expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
});
