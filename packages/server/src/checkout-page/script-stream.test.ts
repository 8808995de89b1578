import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser, setOffline, type TestBrowser } from '../../../../test-support/browser.ts';
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
 * Opens the page with its timers stopped until the test advances them: anything it does before that is caused by
 * the stream.
 */
async function open(first: string, events: 'open' | 'refused' = 'open'): Promise<BrowserPage> {
  Object.assign(host.shown, { kind: first, events });
  const page = await browser.newPage({ viewport: 'phone' });
  onTestFinished(async () => {
    await page.context().close();
    await expect.poll(host.streams).toBe(0);
  });
  await page.clock.install({ time: '2026-07-25T14:10:00Z' });
  await page.clock.pauseAt('2026-07-25T14:11:00Z');
  await page.goto(`${host.url}/pay/tok`);
  if (events === 'open') await expect.poll(host.streams).toBe(1);
  return page;
}

function stateIs(page: BrowserPage, state: string): Promise<unknown> {
  return page.waitForSelector(`main[data-state="${state}"]`);
}

async function setHidden(page: BrowserPage, hidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
    document.dispatchEvent(new Event('visibilitychange'))`);
}

describe('the event stream', () => {
  test('updates the page immediately, fetches nothing that is already shown, and closes at the end', async () => {
    const page = await open('waiting');
    const gets = host.gets();
    host.tell('processing', 'prompt');
    host.shown.kind = 'success';
    host.tell('success');
    await stateIs(page, 'success');
    expect(host.gets()).toBe(gets + 1);
    await expect.poll(host.streams).toBe(0);
  });

  const first: readonly [shown: string, next: string, state: string, status: string, action?: string][] = [
    ['waiting', 'success', 'success', 'success'],
    ['waiting', 'otp', 'otp', 'processing', 'otp'],
    ['otp', 'redirect', 'redirect', 'processing', 'redirect'],
    ['redirect', 'failed_payer_cancelled', 'failed', 'failed'],
    ['unknown', 'success', 'success', 'success'],
    ['hand_over', 'waiting', 'waiting', 'processing', 'prompt'],
  ];
  test.each(first)('changes %s to %s with its first message', async (shown, next, state, ...told) => {
    const page = await open(shown);
    host.shown.kind = next;
    host.tell(...told);
    await stateIs(page, state);
  });

  const fitting: readonly [shown: string, status: string, action?: string][] = [
    ['waiting', 'processing', 'prompt'],
    ['unknown', 'processing'],
    ['otp', 'processing', 'otp'],
    ['redirect', 'processing', 'redirect'],
    ['hand_over', 'pending'],
    ['hand_over', 'failed'],
  ];
  test.each(fitting)('leaves %s unchanged when it reports %s %s', async (shown, ...told) => {
    const page = await open(shown);
    const gets = host.gets();
    host.tell(...told);
    // Messages arrive in order: once this one has been handled, so has the first one.
    host.shown.kind = 'expired';
    host.tell('expired');
    await stateIs(page, 'expired');
    expect(host.gets()).toBe(gets + 1);
  });

  test('slows down the polling while it works', async () => {
    const page = await open('waiting');
    host.tell('processing', 'prompt');
    host.shown.kind = 'unknown';
    host.tell('processing');
    await stateIs(page, 'unknown');
    const gets = host.gets();
    await page.clock.runFor(14_000);
    expect(host.gets()).toBe(gets);
    host.shown.kind = 'success';
    await page.clock.runFor(2_000);
    await stateIs(page, 'success');
  });

  test('does not change the polling while it is silent or refused', async () => {
    for (const events of ['open', 'refused'] as const) {
      const page = await open('waiting', events);
      host.shown.kind = 'success';
      await page.clock.runFor(2_000);
      await stateIs(page, 'success');
    }
  });

  test('is opened again after it breaks, with growing delays, and polling continues meanwhile', async () => {
    const page = await open('waiting');
    host.tell('processing', 'prompt');
    host.shown.events = 'refused';
    host.cutStreams();
    await expect.poll(host.streams).toBe(0);
    for (const wait_ms of [2_000, 4_000]) {
      const refused = page.waitForResponse('**/events');
      await page.clock.runFor(wait_ms + 100);
      await refused;
    }
    host.shown.events = 'open';
    await page.clock.runFor(8_100);
    await expect.poll(host.streams).toBe(1);
    host.shown.kind = 'success';
    host.tell('success');
    await stateIs(page, 'success');
  });
});

describe('a phone that sleeps', () => {
  test('sends no requests until it wakes, and then sends one immediately', async () => {
    const page = await open('waiting');
    await setHidden(page, true);
    await expect.poll(host.streams).toBe(0);
    const gets = host.gets();
    await page.clock.runFor(120_000);
    expect([host.gets(), host.streams()]).toEqual([gets, 0]);
    host.shown.kind = 'unknown';
    await setHidden(page, false);
    await stateIs(page, 'unknown');
    await expect.poll(host.streams).toBe(1);
  });

  test('shows immediately what happened while it had no network', async () => {
    const page = await open('waiting');
    await setOffline(page, true);
    host.cutStreams();
    await page.clock.runFor(30_000);
    expect(await page.getAttribute('main', 'data-state')).toBe('waiting');
    host.shown.kind = 'success';
    await setOffline(page, false);
    await stateIs(page, 'success');
  });
});

test('typed text is kept while the state is unchanged, and replaced when it changes', async () => {
  const page = await open('choose');
  await page.fill('[name=phone]', '07 00');
  host.tell('pending');
  for (const kind of ['choose_prefilled', 'confirm']) {
    host.shown.kind = kind;
    const asked = page.waitForResponse('**/pay/tok');
    host.tell('failed');
    await (await asked).finished();
    expect(await page.inputValue('[name=phone]')).toBe('07 00');
  }
  host.shown.kind = 'expired';
  host.tell('expired');
  await stateIs(page, 'expired');
});

test('a confirmation that was changed elsewhere shows what would be charged now', async () => {
  const page = await open('confirm');
  host.tell('pending');
  host.shown.kind = 'confirm_free';
  host.tell('pending');
  await expect.poll(() => page.locator('main').innerText(), { timeout: 10_000 }).toContain('Wave');
});
