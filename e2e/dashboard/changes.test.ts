import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { makeCheckout } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOffline } from '../../test-support/browser.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

/** Opens the list of payments and marks the page, so that a reload can be detected. */
async function openList(page: Page): Promise<void> {
  await page.goto(dashboard.url('payments'));
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
  await page.evaluate('globalThis.was_loaded_once = true');
}

test('a new payment appears in an open list and turns paid there, without a reload', {
  timeout: 120_000,
}, async () => {
  const page = await dashboard.openAs('viewer');
  const deaf = await dashboard.openAs('viewer');
  await deaf.route('**/changes', (route) => route.fulfill({ status: 204 }));
  await openList(deaf);
  await openList(page);

  const { token } = await makeCheckout(dashboard.service, { description: 'Basket 77' });
  const row = page.getByRole('row', { name: /Basket 77/ });
  await row.getByText('Pending').waitFor();
  await payOnPage(dashboard.service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
  await row.getByText('Paid').waitFor();
  expect(await page.evaluate('globalThis.was_loaded_once')).toBe(true);
  // The server's notification caused the update: the page without notifications is unchanged.
  expect(await deaf.getByRole('row', { name: /Basket 77/ }).count()).toBe(0);

  await row.getByRole('link').click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(dashboard.browser.problems()).toEqual([]);
});

test('changes missed while a proxy refused the connection appear once the connection is restored', {
  timeout: 120_000,
}, async () => {
  const page = await dashboard.openAs('viewer');
  await page.route('**/changes', (route) => route.fulfill({ status: 503 }), { times: 1 });
  const refused = page.waitForResponse((response) => response.status() === 503);
  await page.goto(dashboard.url('payments?status=pending'));
  await refused;
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await makeCheckout(dashboard.service, { description: 'Basket 78' });
  await page.getByRole('row', { name: /Basket 78/ }).waitFor();
});

test('a page that loses the connection to the server warns that it may be out of date, until the connection is restored', {
  timeout: 120_000,
}, async () => {
  await makeCheckout(dashboard.service, { description: 'Basket 79' });
  const page = await dashboard.openAs('viewer');
  const lost = page.getByRole('status').getByText('The connection to the server is lost');
  const offline = page.getByRole('status').getByText('You are offline.');
  await page.route('**/changes', (route) => route.fulfill({ status: 503 }));
  await page.goto(dashboard.url('payments'));
  await page.getByRole('row', { name: /Basket 79/ }).waitFor();
  await lost.waitFor();
  await page.getByRole('row', { name: /Basket 79/ }).waitFor();
  // While the browser is offline, only the offline notice is shown, not the one about the lost connection as well.
  await setOffline(page, true);
  await offline.waitFor();
  expect(await lost.count()).toBe(0);
  await setOffline(page, false);
  await lost.waitFor();
  await makeCheckout(dashboard.service, { description: 'Basket 80' });
  await page.unroute('**/changes');
  await lost.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Basket 80/ }).waitFor();
});
