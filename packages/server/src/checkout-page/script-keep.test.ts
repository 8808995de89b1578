import { asCurrency } from '@guichet/kernel/currencies';
import { operatorsForCurrency } from '@guichet/operators/catalogue';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, makeMerchant } from '../testing/api.ts';
import { textOf } from './compress.ts';
import { renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';

/** Tests the number that a device remembers, with a real origin, because a document without one has no storage. */
let service: TestService;
let browser: TestBrowser;
let page: BrowserPage;
let key: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([shareService(), launchBrowser({ javascript: true })]);
  ({ key } = await makeMerchant(service, { rules: ['mtn_ci', 'wave_ci', 'moov_ci'] }));
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: 'phone' });
});

async function open(fields: Readonly<Record<string, unknown>> = {}, by = key): Promise<void> {
  const { token } = await makeCheckout(service, fields, by);
  await page.goto(`${service.url}/pay/${token}`);
}
const digits = async () => (await page.inputValue('[name=phone]')).replace(/\D/g, '');
const stored = () => page.evaluate<string | null>(`localStorage.getItem('guichet-number')`);
const store = (text: string) =>
  page.evaluate(`localStorage.setItem('guichet-number', ${JSON.stringify(text)})`);
const box = () => page.getByLabel('Remember this number on this device');

async function submit(phone: string): Promise<void> {
  await page.fill('[name=phone]', phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForSelector('main[data-state=confirm]');
}

describe('a number', () => {
  test('is not stored unless the customer ticks the box', async () => {
    await open();
    expect(await box().isChecked()).toBe(false);
    await submit('05 48 15 16 00');
    expect(await stored()).toBeNull();
    await open();
    expect(await digits()).toBe('');
  });

  test('comes back with its operator, also with another merchant, until the box is unticked', async () => {
    await open();
    await page.getByText('Another way').click();
    await page.locator('label:has([value=wave_ci])').click();
    await box().check();
    await submit('05 48 15 16 00');
    await open();
    expect([await digits(), await page.locator('#guess b').innerText()]).toEqual(['0548151600', 'Wave']);
    expect(await box().isChecked()).toBe(true);

    const other = await makeMerchant(service, { rules: ['mtn_ci', 'moov_ci', 'mtn_bj'] });
    await open({}, other.key);
    // Wave is not offered there, so the operator follows from the number.
    expect([await digits(), await page.locator('#guess b').innerText()]).toEqual(['0548151600', 'MTN MoMo']);
    expect(await page.inputValue('[name=country]')).toBe('CI');

    await box().uncheck();
    expect(await stored()).toBeNull();
    await open();
    expect(await digits()).toBe('');
  });

  test('typed with its country code comes back where its country is offered, and nowhere else', async () => {
    const { key: abroad } = await makeMerchant(service, { rules: ['mtn_ci', 'moov_ci', 'mtn_bj'] });
    await open({}, abroad);
    await box().check();
    await submit('+229 01 61 48 15 00');
    await open({}, abroad);
    expect([await digits(), await page.inputValue('[name=country]')]).toEqual(['0161481500', 'BJ']);
    await open();
    expect([await digits(), await box().isChecked()]).toEqual(['', false]);
  });

  test('of the merchant comes before the stored one', async () => {
    await open();
    await store('2250548151600 mtn_ci');
    await open({ customer_phone: '+2250148151600' });
    expect([await digits(), await box().isChecked()]).toEqual(['0148151600', false]);
    expect(await stored()).not.toBeNull();
  });
});

test.each([
  'nonsense',
  '{}',
  '2250548151600',
  ' mtn_ci',
  '<img src=x onerror=alert(1)> mtn_ci',
  '225" onfocus=alert(1) mtn_ci',
  `225${'0'.repeat(10_000)} mtn_ci`,
  '2250548151600 mtn_ci"],*{}',
  '2250548151600 __proto__',
  '2250548151600 nobody',
  '33612345678 mtn_ci',
  '225054815 mtn_ci\n',
])('hostile contents of the storage break nothing: %s', async (text) => {
  await open();
  await store(text);
  await open();
  expect(await digits()).toMatch(/^(05\d*)?$/);
  await submit('01 48 15 16 00');
  expect(await page.locator('.way').innerText()).toMatch(/with Moov Money/);
});

test('without storage, the page offers nothing and works', async () => {
  await page.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied') } })`,
  );
  await open();
  expect(await box().isVisible()).toBe(false);
  await submit('05 48 15 16 00');
});

test('none of this causes an error in the browser', () => {
  expect(browser.problems().filter((problem) => !/status of 422/.test(problem))).toEqual([]);
});

test('the box appears above the button, which stays in sight with 24 operators', async () => {
  const { choose } = sampleViews;
  if (choose?.kind !== 'choose') throw new Error('the sample is of another kind');
  const nothing = { amount_minor: 0n, currency: asCurrency('XOF') };
  const more = { fee: nothing, total: nothing, available: true, needs_number: true };
  const offers = operatorsForCurrency('XOF').map((operator) => ({ ...operator, ...more }));
  for (const template of ['default', 'abidjan', 'cotonou'] as const) {
    const html = textOf(renderPage({ ...samplePage, language: 'en', template, view: { ...choose, offers } }));
    const address = `${service.url}/sample/${template}`;
    await page.route(address, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
    await page.goto(address);
    await page.fill('[name=phone]', '05');
    const part = await box().boundingBox();
    const button = await page.locator('.action .button').boundingBox();
    expect((button?.y ?? 9999) + (button?.height ?? 0), template).toBeLessThanOrEqual(640);
    expect(part?.y ?? 9999, template).toBeLessThan(button?.y ?? 0);
  }
});
