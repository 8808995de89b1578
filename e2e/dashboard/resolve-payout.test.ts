import { updateFacts } from '@guichet/core/testing';
import { payouts } from '@guichet/core/transfers';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { visitAs } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard, 'Epicerie Awa');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

/** Creates a payout of 5,000 XOF that was sent, but whose outcome the operator has not reported for three days. */
async function makeStuck(): Promise<string> {
  const { service, merchant_id } = shop;
  const owner = await visitAs(service, 'owner', merchant_id);
  await owner.ask('POST', '/sandbox/fund', { amount: 5000, currency: 'XOF' });
  const { body } = await owner.ask('POST', '/payouts', {
    ...{ amount: 5000, currency: 'XOF', operator: 'mtn_ci' },
    recipient: { phone: '+2250504030222', last_name: 'Kouassi' },
  });
  const { id } = body.data;
  const read = async () => (await owner.ask('GET', `/payouts/${id}`)).body.data.payout.state;
  await expect.poll(read, { timeout: 20_000 }).toBe('processing');
  await updateFacts(service.ctx.db, payouts, { merchant_id, id }, { needs_review: true });
  return id;
}

const sayNotSent = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Not paid/).check();
  await dialog.getByLabel('Note: how you found out').fill('It is not on the statement of today');
  await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
};

describe('a payout whose outcome is unknown', () => {
  test('is reached from the overview, and resolved as paid with evidence', patient, async () => {
    const id = await makeStuck();
    const page = await shop.open('finance', 'overview');
    await page.getByRole('link', { name: '1 payout needs review' }).click();
    await page.getByRole('link', { name: /Kouassi/ }).click();
    await page.getByText('This payout needs review').waitFor();
    await takePicture(page, 'stuck-payout');
    await page.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Paid:/).check();
    await dialog.getByLabel('Note: how you found out').fill('Rang MTN');
    await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
    // The browser requires the evidence, because the outcome “paid” needs it.
    expect(await dialog.locator('input:invalid').count()).toBe(1);
    await dialog.getByLabel('Evidence').fill('Receipt 7788');
    await takePicture(page, 'resolve-payout');
    await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
    await page.getByText('Paid, resolved manually').waitFor();
    await page.getByText('Evidence: Receipt 7788').waitFor();
    const owner = await visitAs(shop.service, 'owner', shop.merchant_id);
    const { body } = await owner.ask('GET', `/payouts/${id}`);
    expect(body.data.payout).toMatchObject({ state: 'success' });
    const { body: needs } = await owner.ask('GET', '/overview/needs');
    expect(needs.data.items).toEqual([]);
  });

  test(
    'releases its money when resolved as not paid, and a second person who resolves it gets an error',
    patient,
    async () => {
      const id = await makeStuck();
      const [first, second] = [
        await shop.open('finance', `payouts/${id}`),
        await shop.open('owner', `payouts/${id}`),
      ];
      await second.route('**/changes', (route) => route.abort());
      await second.getByRole('button', { name: 'Resolve' }).click();
      await sayNotSent(first);
      await first.getByText('Not paid, resolved manually').waitFor();
      const entries = first.getByRole('table', { name: 'Ledger' }).locator('tbody tr');
      await expect.poll(() => entries.count(), { timeout: 10_000 }).toBe(4);
      const dialog = second.getByRole('dialog');
      await dialog.getByLabel(/Paid:/).check();
      await dialog.getByLabel('Evidence').fill('Receipt 1');
      await dialog.getByLabel('Note: how you found out').fill('Rang MTN');
      await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
      await dialog.getByRole('alert').waitFor();
      const owner = await visitAs(shop.service, 'owner', shop.merchant_id);
      const { body } = await owner.ask('GET', `/payouts/${id}`);
      expect(body.data).toMatchObject({
        payout: { state: 'failed' },
        resolutions: [{ verdict: 'not_paid' }],
      });
    },
  );

  test('is shown without a form to members who may not resolve it', patient, async () => {
    const page = await shop.open('viewer', `payouts/${await makeStuck()}`);
    await page.getByText('An owner, an admin or a finance member can resolve it').waitFor();
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
  });
});
