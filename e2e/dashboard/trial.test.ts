import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShop, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard, 'Marché Central');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

test('a page is tried with one click, paid on a phone, and refunded', patient, async () => {
  const page = await shop.open('owner', 'overview');
  await page.getByRole('button', { name: 'Try my page' }).click();
  await page.waitForURL(/\/test\/trial\?payment=pay_/);
  await takePicture(page, 'trial');
  const phone = page.frameLocator('.trial-phone iframe');
  const refusing = page.locator('.trial-numbers li', { hasText: 'Refused: not enough money' });
  const number = phone.locator('input[type=tel]');
  await number.fill(await refusing.locator('code').innerText());
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: /^Pay / }).click();
  await page.getByText('On the page, the customer can try again.').waitFor();
  await page.reload();
  await page.getByText('On the page, the customer can try again.').waitFor();

  // Another one, which is paid.
  await page.getByText('Start again').click();
  await page.getByLabel('Amount').fill('2 500');
  await page.getByLabel('Template').selectOption('abidjan');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const paying = page.locator('.trial-numbers li', { hasText: 'Paid at once' });
  await phone.getByText('2 500').first().waitFor();
  await number.fill(await paying.locator('code').innerText());
  await phone.getByRole('button', { name: /Continue/ }).click();
  await phone.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('link', { name: 'Open the receipt' }).waitFor();
  await page.getByText('no server of yours listens yet').waitFor();
  // The page in the frame has gone to its receipt.
  await phone.getByText('Test receipt: no money moved').waitFor();
  await takePicture(page, 'trial-paid');

  await page.getByRole('button', { name: 'Refund it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Only a trial');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await page.getByText('Refunded', { exact: true }).first().waitFor();
  await takePicture(page, 'trial-refunded');
  expect(dashboard.browser.problems()).toEqual([]);
  await page.context().close();
});

test('the frame lets the page work, but not leave', patient, async () => {
  const page = await shop.open('support', 'trial');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const frame = page.locator('.trial-phone iframe');
  await frame.waitFor();
  const phone = await (await frame.elementHandle())?.contentFrame();
  if (!phone) throw new Error('the frame shows no page');
  await phone.waitForSelector('input[type=tel]');
  const before = page.url();
  await expect(phone.evaluate('window.top.location = "/dashboard/sign-in"')).rejects.toThrow(
    /does not have permission to navigate/,
  );
  expect(page.url()).toBe(before);
  await page.context().close();
});
