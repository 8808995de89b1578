import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageOptions, TestBrowser } from '../../test-support/browser.ts';
import { choose, pay, stateIs } from '../page/steps.ts';
import type { Way } from './ways.ts';

/** Longer than any simulated customer takes to decide. */
const patience_ms = 45_000;

export interface Visit extends Pick<PageOptions, 'viewport'> {
  readonly way: Way;
  readonly payer: string;
  readonly address: string;
}

/** Pays on the hosted page as the operator requires, up to the receipt. */
export async function payOnPage(browser: TestBrowser, visit: Visit): Promise<void> {
  const { way, payer, viewport, address } = visit;
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(patience_ms);
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Thank you' }));
  await page.goto(address);
  await choose(page, way.operator, payer);
  if (way.asks === 'code first') await makeCode(page);
  await pay(page);
  if (way.asks === 'prompt') await stateIs(page, 'waiting');
  if (way.asks === 'page') await approveAway(browser, page, visit);
  await stateIs(page, 'success');
  await page.context().close();
}

/** Enters a one-time code; the number to dial for it contains the total. */
async function makeCode(page: Page): Promise<void> {
  await page.getByRole('link', { name: '*144*4*6*5100#' }).waitFor();
  await page.fill('input[name=otp]', '123456');
}

/**
 * Approves on a phone. A customer on a phone continues on the same page. A customer at a desktop scans the QR code
 * with a phone, and the desktop page follows along.
 */
async function approveAway(browser: TestBrowser, page: Page, { viewport, payer }: Visit): Promise<void> {
  await stateIs(page, 'redirect');
  const link = page.locator('main[data-state=redirect] a.button');
  if (viewport === 'phone') {
    await link.click();
    return approve(page, payer);
  }
  await page.locator('main svg.qr').waitFor();
  const phone = await browser.newPage({ viewport: 'phone' });
  await phone.goto((await link.getAttribute('href')) ?? '');
  await approve(phone, payer);
  await phone.context().close();
}

/** Approves on the operator's own page, which may ask for the payer's number, and redirects back. */
async function approve(page: Page, payer: string): Promise<void> {
  const number = page.locator('input[name=msisdn]');
  if ((await number.count()) > 0) await number.fill(payer.slice(4));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(/\/pay\//);
  expect(await page.locator('main').count()).toBe(1);
}
