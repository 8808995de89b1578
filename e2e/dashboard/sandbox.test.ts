import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { visitAs } from '@guichet/server/dashboard/testing/visit';
import { callApi } from '@guichet/server/testing/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop, phoneOf, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard, 'Atelier Kofi');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const payout = { amount: 700, currency: 'XOF', operator: 'mtn_ci' } as const;

describe('the sandbox', () => {
  test('approves and refuses payments and payouts, which appear without a reload', patient, async () => {
    const owner = await visitAs(shop.service, 'owner', shop.merchant_id);
    const page = await shop.open('developer', 'developers/sandbox');
    await page.getByText('Nothing to approve').waitFor();
    await page.getByLabel('Amount').fill('10000');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/added\. Available now/).waitFor();

    const payments = [await shop.sell('22'), await shop.sell('22')];
    const [approved = '', refused = ''] = payments.map(({ payment_id }) => payment_id);
    const { body } = await owner.ask('POST', '/payouts', {
      ...payout,
      recipient: { phone: phoneOf('mtn_ci', '22') },
    });
    await page.getByRole('button', { name: `Approve: ${body.data.id}` }).waitFor();
    await takePicture(page, 'sandbox');
    await page.getByRole('button', { name: `Approve: ${approved}` }).click();
    await page.getByText(approved).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Refuse: ${refused}` }).click();
    await page.getByText(refused).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Approve: ${body.data.id}` }).click();
    await page.getByText('Nothing to approve').waitFor();

    const stateOf = async (path: string) => (await owner.ask('GET', path)).body.data;
    await expect.poll(async () => (await stateOf(`/payments/${approved}`)).payment.status).toBe('success');
    await expect.poll(async () => (await stateOf(`/payments/${refused}`)).payment.status).toBe('failed');
    await expect.poll(async () => (await stateOf(`/payouts/${body.data.id}`)).payout.state).toBe('success');
  });

  test('offers a number to copy for each scenario', patient, async () => {
    const page = await shop.open('developer', 'developers/sandbox');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const row = page.getByRole('listitem').filter({ hasText: '…01' });
    await row.getByRole('button', { name: 'Copy' }).click();
    await row.getByText('Copied').first().waitFor();
    const phone = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(phone).toMatch(/^\+\d{8,13}01$/);
  });

  test('exists in test mode only', patient, async () => {
    const page = await shop.open('developer', 'developers/sandbox');
    await page.getByRole('link', { name: 'Live', exact: true }).click();
    await page.waitForURL(/\/live\/developers\/keys/);
    await page.getByRole('link', { name: 'Sandbox' }).waitFor({ state: 'detached' });
  });
});

describe('the request log', () => {
  test('can be filtered by status, path and id, without a reload', patient, async () => {
    const quiet = await makeShop(dashboard, 'Salon Binta');
    const page = await quiet.open('developer', 'developers/requests');
    await page.getByText('No requests yet').waitFor();
    const key = await makeKey(quiet);
    await callApi(shop.service, '/api/v1/balances', { key });
    await callApi(shop.service, '/api/v1/payments/pay_none', { key });
    const rows = page.locator('.data-table tbody tr');
    await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(2);
    await page.getByLabel('Status, such as 422').fill('404');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText('/api/v1/payments/pay_none').waitFor();
    await page.getByLabel('Status, such as 422').fill('');
    await page.getByText('/api/v1/balances').waitFor();
    await page.getByLabel('Path begins with').fill('/api/v1/bal');
    await page.getByText('/api/v1/payments/pay_none').waitFor({ state: 'detached' });
    await takePicture(page, 'requests');
    const link = page.getByRole('link', { name: /^req_/ });
    const id = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForURL((url) => url.searchParams.get('id') === id);
    await expect.poll(() => rows.count()).toBe(1);
  });
});

async function makeKey({ service, merchant_id }: Shop): Promise<string> {
  const owner = await visitAs(service, 'owner', merchant_id);
  return (await owner.ask('POST', '/keys', { name: 'Till' })).body.data.key;
}
