import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { silentLog } from '@guichet/kernel/log';
import { type StartedSimulators, startAll } from '@guichet/simulators/start-all';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const patient = { timeout: 120_000 };

async function fill(dialog: Locator, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const further = dialog.locator('details:not([open]) > summary');
  if ((await further.count()) > 0) await further.click();
  for (const [field, value] of Object.entries(settings)) {
    const labels = new RegExp(`^${field}( \\(required\\))?$`);
    const found = dialog.getByRole('textbox', { name: labels }).or(dialog.getByLabel(labels));
    await found.first().fill(String(value));
  }
}

describe('live mode without an account', () => {
  test('shows the first step on every page until it is done', patient, async () => {
    const page = await shop.open('owner', 'overview');
    await page.getByText('Test mode: nothing here is real money.').waitFor();
    await page.goto(shop.url('settings/brand'));
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.waitForURL(/\/live\/settings\/brand/);
    await page.getByRole('link', { name: 'Add a provider account first' }).click();
    await page.waitForURL(/\/live\/go-live/);
    await page.goto(shop.url('settings/accounts', 'live'));
    await takePicture(page, 'accounts-empty');
    await page.goto(shop.url('overview', 'live'));
    await page.getByText('Live mode cannot take payments yet.').waitFor();
    await takePicture(page, 'overview-live-empty');
    await page.context().close();
    const viewer = await shop.open('viewer', 'overview');
    await viewer.goto(shop.url('payments', 'live'));
    await viewer.getByText('An owner or an admin has to add a provider account').waitFor();
  });
});

describe('an account', () => {
  test('can be added, checked, changed, disabled and enabled', patient, async () => {
    const simulator = simulators.started.find(({ entry }) => entry.id === 'fedapay');
    if (!simulator) throw new Error('no simulator');
    const page = await shop.open('owner', 'settings/accounts');
    await page.goto(shop.url('settings/accounts', 'live'));
    await page.getByRole('button', { name: 'Add an account' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Provider', { exact: true }).selectOption('fedapay');
    await dialog.getByLabel('Name', { exact: true }).fill('FedaPay Abidjan');
    await takePicture(page, 'account-dialog');
    await fill(dialog, { ...simulator.account, secret_key: 'sk_live_wrong' });
    await dialog.getByRole('button', { name: 'Add an account' }).click();
    await dialog.getByRole('alert').waitFor();
    await takePicture(page, 'account-refused');
    await fill(dialog, simulator.account);
    await dialog.getByRole('button', { name: 'Add an account' }).click();
    await dialog.waitFor({ state: 'detached' });
    // Nothing blocks live mode any more.
    await page.getByText('Live mode cannot take payments yet.').waitFor({ state: 'detached' });
    await takePicture(page, 'accounts');

    await page.getByRole('link', { name: 'FedaPay Abidjan' }).click();
    await page.getByRole('button', { name: 'Check the credentials' }).click();
    await page.getByText('The provider accepted the credentials.').waitFor();
    await takePicture(page, 'account');
    expect(await page.content()).not.toContain(String(simulator.account.secret_key));

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('FedaPay Plateau');
    await takePicture(page, 'account-change');
    await fill(dialog, { secret_key: 'sk_live_other' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await fill(dialog, { secret_key: simulator.account.secret_key });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'FedaPay Plateau' }).waitFor();

    await page.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    await page.getByText('Switch on an account first').waitFor();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();

    await page.goto(shop.url('settings/routing?text=moov_tg', 'live'));
    await page.getByRole('button', { name: /^Change: / }).click();
    await dialog.getByLabel('Choose accounts and their order').check();
    await takePicture(page, 'rule-live');
  });
});
