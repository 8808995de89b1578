import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseAndPay } from '../../test-support/checkouts.ts';
import { enterShift, type PairedDevice, pairDevice, takePayment } from '../../test-support/shifts.ts';
import { makeShop, realProblems, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

/** The counter of a shop: the first till and cashier, a shift, and its closing sheet. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
let device: PairedDevice;
let pin: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('admin', 'counter', { name: 'Awa' });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a till is added, and shown as paired as soon as a phone has used the code', patient, async () => {
  await page.getByRole('heading', { name: 'Take payments at the counter' }).waitFor();
  await takePicture(page, 'counter-first-steps');
  await press('Add a till');
  await dialog().getByLabel('Name of the till').fill('Front desk');
  expect(await dialog().getByLabel('Currency').inputValue()).toBe('XOF');
  expect(await dialog().getByLabel('Language of the till').inputValue()).toBe('en');
  await takePicture(page, 'counter-add-till');
  await dialog().getByRole('button', { name: 'Add a till' }).click();
  await dialog().getByAltText('QR code that pairs a phone with the till').waitFor();
  await takePicture(page, 'counter-pairing');
  // Neither a slip beside the dialog nor the Escape key loses the code.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  const code = await dialog().locator('output').innerText();
  device = await pairDevice(dashboard.service.ctx, code);
  await dialog().getByText('The phone is paired').waitFor();
  await takePicture(page, 'counter-paired');
});

test('a cashier gets a PIN that is shown once, and signs in with it', patient, async () => {
  await dialog().getByRole('button', { name: 'Add a cashier' }).click();
  await dialog().getByLabel('Name of the cashier').fill('Adjoua');
  await dialog().getByRole('button', { name: 'Add a cashier' }).click();
  const shown = dialog().locator('output');
  await shown.waitFor();
  await takePicture(page, 'counter-pin');
  pin = (await shown.innerText()).replaceAll(/\s/g, '');
  expect(pin).toMatch(/^\d{6}$/);
  await dialog().getByRole('button', { name: 'Done' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(pin);

  const { ctx } = dashboard.service;
  const { rows } = await ctx.pool.query('select id from cashiers where name = $1', ['Adjoua']);
  const { actor } = await enterShift(ctx, device.actor, { id: rows[0].id, pin });
  for (const [amount, digits] of [
    ['12500', '00'],
    ['4000', '00'],
    ['7000', '22'],
  ] as const) {
    const payment_id = await takePayment(ctx, actor, amount);
    await chooseAndPay(ctx, await checkoutOf(payment_id), digits);
  }
  // The page hears of the shift by itself.
  await page.getByRole('link', { name: /^Adjoua since/ }).waitFor();
  await page.getByRole('table', { name: 'Shifts' }).getByText('16 500').waitFor();
  await takePicture(page, 'counter');
});

test('a shift is closed by its sheet, which is printed without the rest of the page', patient, async () => {
  await page.getByRole('table', { name: 'Shifts' }).getByRole('link', { name: 'Adjoua' }).click();
  await page.getByRole('heading', { name: 'Adjoua, Front desk' }).waitFor();
  await page.getByText('The outcome of 1 payment is not known yet.').waitFor();
  await takePicture(page, 'shift-open');
  await press('Close this shift');
  await dialog().getByRole('button', { name: 'Close this shift' }).click();
  await page.getByRole('heading', { name: 'Closing sheet' }).waitFor();
  await takePicture(page, 'shift-closed');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { name: 'Closing sheet' }).isVisible()).toBe(true);
  expect(await page.getByText('Signature').isVisible()).toBe(true);
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await takePicture(page, 'shift-printed');
  await page.emulateMedia({ media: 'screen' });
});

test('a stolen phone is disconnected, and a till that is not used any more removed', patient, async () => {
  await page.goto(shop.url('counter'));
  await press('Actions for Front desk');
  await page.getByRole('menuitem', { name: 'Disconnect the phone' }).click();
  await dialog().getByRole('button', { name: 'Disconnect the phone' }).click();
  await page.getByText('No phone').waitFor();
  await press('Actions for Front desk');
  expect(await page.getByRole('menuitem', { name: 'Disconnect the phone' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'Take payments at the counter' }).waitFor();
  // The shifts of the till stay.
  await page.getByRole('table', { name: 'Shifts' }).getByText('Front desk').waitFor();
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});

async function checkoutOf(payment_id: string) {
  const { ctx } = dashboard.service;
  const { rows } = await ctx.pool.query('select merchant_id, session_token from payments where id = $1', [
    payment_id,
  ]);
  const { merchant_id, session_token } = rows[0];
  return { merchant_id, payment_id, token: ctx.tokens.tokenOf(session_token) };
}
