import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../test-support/tier.ts';
import { makeShop, mark, realProblems, type Shop, sumLedger, wasReloaded } from './shop.ts';

/** Tests outcomes that a person has to find out, because the operator does not report them. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('finance', 'payments', { name: 'Binta' });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

/** Creates an undecided payment that needs review, without the preceding three days of inquiries. */
async function sellUnknown(description: string): Promise<string> {
  const { payment_id } = await shop.sell('22', { amount: 5000, description });
  const { rowCount } = await shop.service.ctx.pool.query(
    'update attempts set needs_review = true where payment_id = $1',
    [payment_id],
  );
  expect(rowCount).toBe(1);
  return payment_id;
}

async function openDialog(on: Page, payment_id: string): Promise<Locator> {
  await on.goto(shop.url(`payments/${payment_id}`));
  await on.getByRole('button', { name: 'Resolve' }).click();
  return on.getByRole('dialog', { name: 'Resolve' });
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Resolve permanently' }).click();

test('an attempt can be found in the list, and resolved as paid only with evidence', patient, async () => {
  await sellUnknown('Asked for days');
  await page.goto(shop.url('payments?needs_review=true'));
  await page
    .getByRole('row', { name: /Asked for days/ })
    .getByText('Needs review')
    .waitFor();
  await page
    .getByRole('row', { name: /Asked for days/ })
    .getByRole('link')
    .click();
  await page.getByText('Manual review required').waitFor();
  await mark(page);
  await page.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve' });
  await dialog.getByLabel('Paid in full').check();
  await dialog.getByLabel('Note: how you found out').fill('Rang the operator');
  await save(dialog);
  await dialog.locator('input[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Evidence').fill('Receipt 77');
  await save(dialog);
  await dialog.waitFor({ state: 'detached' });

  await page.locator('.page-head').getByText('Paid').waitFor();
  await page.getByText('Manual review required').waitFor({ state: 'detached' });
  const told = page.locator('.timeline');
  await told.getByText('Resolved by Binta: Paid in full').waitFor();
  await told.getByText('Rang the operator').waitFor();
  await told.getByText('Evidence: Receipt 77').waitFor();
  await told.getByText('resolved manually').waitFor();
  expect(await sumLedger(page)).toEqual({ debit: 5100, credit: 5100 });
  expect(await wasReloaded(page)).toBe(false);
});

test('an attempt resolved as not paid books nothing, and the customer may try again', patient, async () => {
  const dialog = await openDialog(page, await sellUnknown('Never arrived'));
  await dialog.getByLabel('Not paid, and will not be').check();
  await dialog.getByLabel('Note: how you found out').fill('Not in the statement of the 20th');
  await save(dialog);
  await page.locator('.page-head').getByText('Failed').waitFor();
  await page.locator('.timeline').getByText('Resolved by Binta: Not paid, and will not be').waitFor();
  await page.getByText('No entries.').waitFor();
  await page.goto(shop.url('payments?needs_review=true'));
  await page.getByRole('heading', { name: /^Nothing matches/ }).waitFor();
});

/** Runs only at night: `payouts.test.ts` and `refunds.test.ts` test two concurrent people on every run. */
test.runIf(isNightly)(
  'only one of two concurrent decisions counts, and the other person gets an error',
  patient,
  async () => {
    const payment_id = await sellUnknown('Two at once');
    const other = await shop.open('admin', 'payments', { name: 'Kofi' });
    const pages = [page, other];
    const dialogs = await Promise.all(pages.map((one) => openDialog(one, payment_id)));
    for (const dialog of dialogs) {
      await dialog.getByLabel('Not paid, and will not be').check();
      await dialog.getByLabel('Note: how you found out').fill('Rang them');
    }
    await Promise.all(dialogs.map(save));
    await Promise.all(
      pages.map((one) =>
        one
          .locator('.timeline')
          .getByText(/Resolved by/)
          .waitFor(),
      ),
    );
    for (const one of pages)
      expect(
        await one
          .locator('.timeline')
          .getByText(/Resolved by/)
          .count(),
      ).toBe(1);
    const { rows } = await shop.service.ctx.pool.query(
      'select user_name from resolutions where payment_id = $1',
      [payment_id],
    );
    expect(rows).toHaveLength(1);
    const loser = rows[0].user_name === 'Binta' ? other : page;
    await loser
      .getByRole('alert')
      .getByText(/Nothing to resolve/)
      .waitFor();
  },
);

test('the browsers report no errors', () => {
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
