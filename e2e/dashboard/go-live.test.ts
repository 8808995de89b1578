import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { silentLog } from '@guichet/kernel/log';
import { type StartedSimulators, startAll } from '@guichet/simulators/start-all';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShop, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
let simulators: StartedSimulators;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard, 'Marché Central');
  simulators = await startAll({ log: silentLog, seed: 1, portOf: () => 0 });
}, 180_000);
afterAll(async () => {
  await dashboard.close();
  await simulators.close();
});

/** An arriving payment or refund is noticed by the page's next reading. */
const patient = { timeout: 180_000 };

test('an owner goes from nothing to a proven operator', patient, async () => {
  const simulator = simulators.started.find(({ entry }) => entry.id === 'mtn-momo');
  if (!simulator) throw new Error('no simulator');
  const page = await shop.open('owner', 'overview');
  await page.getByRole('link', { name: 'Connect a provider account' }).click();
  await page.getByRole('heading', { name: 'Go live' }).waitFor();
  await takePicture(page, 'go-live');
  await page.getByRole('link', { name: 'Begin: MTN MoMo' }).click();
  await page.getByText('The product Disbursements too').waitFor();
  await takePicture(page, 'go-live-ask');

  await page.getByRole('button', { name: 'Enter the credentials' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('MTN Abidjan');
  await fill(dialog, { ...simulator.account, api_key: 'not the key', target_environment: 'mtnivorycoast' });
  await dialog.getByRole('button', { name: 'Add an account' }).click();
  await dialog.getByRole('alert').waitFor();
  await fill(dialog, { api_key: simulator.account.api_key });
  await dialog.getByRole('button', { name: 'Add an account' }).click();
  await dialog.waitFor({ state: 'detached' });
  await step(page, 'Check the credentials').getByText('Done').waitFor();
  await page.getByText(/\/callbacks\/mtn-momo\//).waitFor();

  await step(page, 'Check the credentials').locator('summary').click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('The provider accepted the credentials.').waitFor();
  await takePicture(page, 'go-live-added');

  await page.getByRole('button', { name: /^Start the payment of / }).click();
  await page.getByRole('link', { name: 'Show a QR code for your phone' }).waitFor();
  await takePicture(page, 'go-live-pay');
  const href = await page.getByRole('link', { name: 'Open it here' }).getAttribute('href');
  await payOn(await page.context().newPage(), new URL(href ?? '', page.url()).href);
  await step(page, 'Pay with your own phone').getByText('Done').waitFor(patient);
  // It can be left here and continued later.
  await page.goto(shop.url('go-live', 'live'));
  await page.getByRole('link', { name: 'Continue: MTN MoMo' }).click();

  await page.getByRole('button', { name: 'Refund it' }).click();
  await dialog.getByLabel('Reason').fill('Proof');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await page.getByText('MTN MoMo is proven: your customers can pay.').waitFor(patient);
  await takePicture(page, 'go-live-proven');
  await page.goto(shop.url('go-live', 'live'));
  await page.getByText('Proven', { exact: true }).waitFor();
  await page.context().close();

  // Members without these permissions see how far it is, and change nothing.
  const viewer = await shop.open('viewer', 'overview');
  await viewer.goto(shop.url('go-live/mtn-momo', 'live'));
  await viewer.getByText('MTN MoMo is proven: your customers can pay.').waitFor();
  expect(await viewer.locator('.go-live-steps button:visible').count()).toBe(0);
  await viewer.context().close();
});

function step(page: Page, title: string): Locator {
  return page.locator('.go-live-steps > li', { has: page.getByRole('heading', { name: title }) });
}

async function fill(dialog: Locator, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const further = dialog.locator('details:not([open]) > summary');
  if ((await further.count()) > 0) await further.click();
  for (const [field, value] of Object.entries(settings)) {
    const labels = new RegExp(`^${field}( \\(required\\))?$`);
    const found = dialog.getByRole('textbox', { name: labels }).or(dialog.getByLabel(labels));
    await found.first().fill(String(value));
  }
}

async function payOn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('input[type=tel]').fill('05 04 03 02 00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByText('Receipt').first().waitFor(patient);
  await page.close();
}
