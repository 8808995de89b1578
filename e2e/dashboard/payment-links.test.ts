import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShop, realProblems, type Shop } from './shop.ts';

/** Payment links, made and shared by the staff of a shop. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('support', 'overview', { name: 'Awa' });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');

test('a request for a payment is three clicks away from the overview', patient, async () => {
  // The first click. The shop is in Côte d’Ivoire, and writes a number of its own country.
  await page.getByRole('button', { name: 'Request a payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input:focus').waitFor();
  await page.keyboard.type('12 500');
  await dialog.getByLabel('What is it for?').fill('Order 88');
  await dialog.getByLabel('Customer’s phone number').fill('05 48 15 16 00');
  await dialog.getByRole('button', { name: 'Create the request' }).click();
  const whatsapp = dialog.getByRole('link', { name: 'WhatsApp' });
  await whatsapp.waitFor();
  // The third click would leave for WhatsApp.
  const href = new URL((await whatsapp.getAttribute('href')) ?? '');
  expect(href.origin + href.pathname).toBe('https://wa.me/2250548151600');
  expect(href.searchParams.get('text')?.replaceAll(/\s/g, ' ')).toMatch(
    /please pay 12 500 F CFA to Librairie du Port for “Order 88”.*\/l\/[0-9A-Z]{8}$/,
  );
  await dialog.getByRole('link', { name: 'Open the payment link' }).click();
  await page.getByRole('heading', { name: 'Order 88' }).waitFor();
});

test('a link is made, shared on paper, changed and ended', patient, async () => {
  await page.goto(shop.url('payment-links/new'));
  await page.getByLabel('What is it for?').fill('Wax cloth');
  await page.getByLabel('Amount', { exact: true }).fill('25 000');
  await page.getByText('More options').click();
  await page.getByLabel('Last day').fill('2030-12-31');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.getByRole('heading', { name: 'Wax cloth' }).waitFor();

  const poster = await page.context().newPage();
  await poster.goto(new URL((await hrefOf('Poster to print: A6')) ?? '', page.url()).href);
  expect(await poster.locator('.poster').innerText()).toMatch(/Librairie du Port[\s\S]*25\s000/);
  await poster.close();
  const png = await page.request.get(new URL((await hrefOf('QR code: PNG')) ?? '', page.url()).href);
  expect([png.status(), png.headers()['content-type']]).toEqual([200, 'image/png']);

  await page.getByRole('link', { name: 'Edit' }).click();
  expect(await page.getByLabel('Last day').inputValue()).toBe('2030-12-31');
  await page.getByLabel('Amount', { exact: true }).fill('30 000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/please pay 30\s000/).waitFor();

  await page.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await page.getByText('Customers who open this link now cannot pay.').waitFor();
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
