import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi, makeCheckout } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import type { TestService } from '../../test-support/service.ts';

/** A folder: pictures of every page are put there, to be looked at. */
const { SCREENSHOTS: pictures } = process.env;
const axe_path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let dashboard: Dashboard;
let receiver: Receiver;
let axe: string;
let shop: TestService;
beforeAll(async () => {
  axe = await readFile(axe_path, 'utf8');
  dashboard = await openDashboard();
  shop = dashboard.service;
  receiver = await startReceiver();
}, 180_000);
afterAll(async () => {
  await dashboard.close();
  await receiver.close();
});

/** The breaches that axe finds in a part of the page. */
async function breachesOf(page: Page, part = 'html'): Promise<readonly string[]> {
  return page.evaluate(`(async () => {
    ${axe}
    const { violations } = await axe.run('${part}', { iframes: false });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | '));
  })()`);
}

describe('a developer', () => {
  it('creates a key, sees it once, and revokes it', async () => {
    const page = await dashboard.openAs('developer', { section: 'developers/keys' });
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('Till 4');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = await page.locator('.secret-box code').textContent();
    expect((await callApi(shop, '/api/v1/balances', { key: key ?? '' })).status).toBe(200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Revoke: Till 4' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: 'Till 4' }).getByText('Revoked').waitFor();
    expect(await page.content()).not.toContain(key);
  }, 120_000);

  it('adds an endpoint, runs the doctor, sends a test event and follows its delivery', async () => {
    const page = await dashboard.openAs('developer', { section: 'developers/webhooks' });
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Description').fill('Books');
    await page.getByRole('dialog').getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'Books' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('link', { name: 'delivery' }).click();
    await page.getByText('Delivered').waitFor({ timeout: 20_000 });
    await page.goBack();
    await page.getByRole('button', { name: 'Diagnose' }).click();
    await page.locator('.findings li').first().waitFor({ timeout: 40_000 });
  }, 120_000);

  it('approves a payment in the sandbox', async () => {
    const { token, payment_id } = await makeCheckout(shop);
    await payOnPage(shop, token, { operator: 'mtn_ci', phone: '+2250512345622' });
    const page = await dashboard.openAs('developer', { section: 'developers/sandbox' });
    await page.getByRole('button', { name: `Approve: ${payment_id}` }).click();
    await page.getByText(payment_id).waitFor({ state: 'detached' });
    const key = shop.demo.test_key;
    const { body } = await callApi(shop, `/api/v1/payments/${payment_id}`, { key });
    expect(body.data).toMatchObject({ status: 'success' });
  }, 120_000);
});

describe('an owner', () => {
  it('previews a colour in every template, with a warning that remains after saving', async () => {
    const page = await dashboard.openAs('owner', { section: 'settings/brand' });
    await page.getByLabel('Code').fill('#ffcc00');
    await page.getByText('1.51:1', { exact: true }).waitFor();
    const shown = page.locator('.preview iframe').first();
    await expect.poll(() => shown.getAttribute('srcdoc')).toContain('--checkout-primary:#ffcc00');
    await page.getByLabel('Cotonou').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('below the 4.5:1').waitFor();
    expect(await page.getByLabel('Cotonou').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Back to the default blue' }).click();
    await page.getByText('below the 4.5:1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  }, 120_000);

  it('sets a rule for an operator', async () => {
    const page = await dashboard.openAs('owner', { section: 'settings/routing?country=KE' });
    await page.getByRole('button', { name: /^Change: M-PESA/i }).click();
    await page.getByText('This is the first rule in KES').waitFor();
    await page.getByLabel('Fee in percent').fill('1,5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Fee 1.5 %').waitFor();
  }, 120_000);

  it('can give an account only settings that the provider accepts', async () => {
    const page = await dashboard.openAs('owner', { section: 'settings/accounts' });
    await page.getByRole('button', { name: 'Add an account' }).click();
    if (pictures) await page.screenshot({ path: join(pictures, 'account-dialog.png') });
    expect(await breachesOf(page, '[role=dialog]')).toEqual([]);
  }, 120_000);
});

it('the browser reported no errors', () => {
  expect(dashboard.browser.problems()).toEqual([]);
});
