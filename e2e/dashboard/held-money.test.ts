import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShop, realProblems, type Shop, sumLedger } from './shop.ts';
import { takePicture } from './take-picture.ts';

/** Unexpected money, and reversals that appear only on a statement. */
let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  await shop.service.ctx.pool.query(
    `insert into payout_rules (merchant_id, mode, currency, approval_above_minor, updated_at)
    values ($1, 'test', 'XOF', 5000, now())`,
    [shop.merchant_id],
  );
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

async function accept(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve' });
  await dialog.getByLabel('Accept the amount received').check();
  await dialog.getByLabel('Note: how you found out').fill(note);
  await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test(
  'a decision above the limit waits for a second person, who may refuse or approve it',
  patient,
  async () => {
    const { payment_id } = await shop.sell('17', { amount: 5000 });
    const finance = await shop.open('finance', `payments/${payment_id}`, { name: 'Binta' });
    await accept(finance, 'Close enough');
    await finance.getByText('Awaiting a second person').waitFor();
    await finance.getByText('You decided this yourself: somebody else has to approve it.').waitFor();
    expect(await finance.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await takePicture(finance, 'held-own-decision');

    const owner = await shop.open('owner', 'overview', { name: 'Awa' });
    await owner.getByRole('link', { name: '1 decision about a payment is awaiting approval' }).click();
    await owner.getByRole('row').getByRole('link').first().click();
    await owner.getByText(/Binta made a decision about 5.099.F.CFA: Accept the amount received/).waitFor();
    await owner.getByRole('button', { name: 'Refuse' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await owner.getByText('Manual review required').waitFor();
    await owner.getByText('No entries.').waitFor({ state: 'detached' });

    await finance.reload();
    await accept(finance, 'The customer agrees');
    await owner.getByRole('button', { name: 'Approve' }).click();
    await takePicture(owner, 'held-approve');
    await owner.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await owner.locator('.page-head').getByText('Paid').waitFor();
    await owner.locator('.timeline').getByText('Resolved by Binta: Accept the amount received').waitFor();
    await owner.locator('.timeline').getByText('Approved by Awa').waitFor();
    await takePicture(owner, 'held-approved');
    expect(realProblems(dashboard.browser.problems())).toEqual([]);
  },
);

test('a reversal can be recorded manually with evidence, and is booked', patient, async () => {
  const { payment_id } = await shop.sell('00', { amount: 5000 });
  const page = await shop.open('finance', `payments/${payment_id}`, { name: 'Koffi' });
  await page.getByRole('button', { name: 'Record a reversal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a reversal' });
  await dialog.getByText('Reversed: the operator returned all of it').waitFor();
  await takePicture(page, 'record-reversal');
  await dialog.getByLabel('Note: how you found out').fill('Line 7 of the statement');
  await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
  await dialog.locator('input[aria-invalid=true]').first().waitFor();
  await takePicture(page, 'record-reversal-without-evidence');
  await dialog.getByLabel('Evidence').fill('Statement of July, line 7');
  await dialog.getByRole('button', { name: 'Resolve permanently' }).click();
  await page.locator('.page-head').getByText('Reversed').waitFor();
  expect(await sumLedger(page)).toEqual({ debit: 10_200, credit: 10_200 });
  await takePicture(page, 'reversed');
  expect(await page.getByRole('button', { name: 'Record a reversal' }).count()).toBe(0);
});
