import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi, makeCheckout } from '@guichet/server/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNoise } from '../../test-support/logos.ts';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import type { TestService } from '../../test-support/service.ts';

let dashboard: Dashboard;
let receiver: Receiver;
let shop: TestService;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = dashboard.service;
  receiver = await startReceiver();
}, 180_000);
afterAll(async () => {
  await dashboard.close();
  await receiver.close();
});

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
});

describe('an owner', () => {
  it('previews a color in every template, and gets a contrast warning that remains after saving', async () => {
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

  it('chooses a picture of any size as the logo, which the browser makes small enough', async () => {
    const page = await dashboard.openAs('owner', { section: 'settings/brand' });
    const logo = page.locator('.logo-preview img').first();
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      await page.setInputFiles('input[type=file]', { name, mimeType, buffer });
    };
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><circle cx="15" cy="15" r="15" fill="#0f7a4d"/><script>parent.document.title='ran'</script></svg>`;
    await choose('logo.svg', 'image/svg+xml', Buffer.from(drawing));
    await logo.waitFor();
    const drawn = await logo.getAttribute('src');
    // No format draws noise well: this is the largest picture that there can be.
    await choose('noise.png', 'image/png', makeNoise(800));
    await expect.poll(() => logo.getAttribute('src')).not.toBe(drawn);
    const src = (await logo.getAttribute('src')) ?? '';
    expect(Buffer.from(src.split(',')[1] ?? '', 'base64').length).toBeLessThanOrEqual(2048);
    await page.getByLabel('White background').check();
    await expect
      .poll(() => page.locator('.preview iframe').first().getAttribute('srcdoc'))
      .toContain('class="logo');
    await choose('not-a-picture.png', 'image/png', Buffer.from('<script>alert(1)</script>'));
    await page.getByText('cannot read this picture').waitFor();
    await choose('logo.svg', 'image/svg+xml', Buffer.from(drawing));
    await page.getByText('cannot read this picture').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { token } = await makeCheckout(shop);
    const open = async () => (await fetch(`${shop.url}/pay/${token}`)).text();
    expect(await open()).toContain(`src="${await logo.getAttribute('src')}"`);
    expect(await page.title()).not.toBe('ran');
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(open).not.toContain('class="logo');
  }, 120_000);
});

it('the browser reports no errors', () => {
  expect(dashboard.browser.problems()).toEqual([]);
});
