import { fundSandbox } from '@guichet/core/operations';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { makeShop, realProblems, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

/** The movements that people record in the books; above the limit, they need a second person's approval. */
let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  const { ctx } = shop.service;
  await fundSandbox(ctx, commandOf(shop.merchant_id), { currency: 'XOF', amount: 100_000 });
  await ctx.pool.query(
    `insert into payout_rules (merchant_id, mode, currency, approval_above_minor, updated_at)
    values ($1, 'test', 'XOF', 20000, now())`,
    [shop.merchant_id],
  );
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const movements = (page: Page) => page.locator('.movements');
const row = (page: Page, name: RegExp) => movements(page).getByRole('row', { name });

async function record(page: Page, kind: string, amount: string, reference: string): Promise<void> {
  await page.getByRole('button', { name: 'Record a movement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type of movement').selectOption(kind);
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Reference').fill(reference);
  await takePicture(page, `record-${kind}`);
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
}

test('movements are recorded by one person, approved by another, and can be corrected', patient, async () => {
  const finance = await shop.open('finance', 'balances', { name: 'Koffi' });
  await movements(finance).getByText('Nothing has been recorded yet.').waitFor();

  await record(finance, 'float_deposited', 'a lot', 'TRX 1');
  await finance.getByText('Enter an amount, for example 500.').waitFor();
  await finance.getByRole('dialog').getByLabel('Amount').fill('25 000');
  await finance.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await row(finance, /Float deposited.*TRX 1.*Awaiting approval/).waitFor();
  // The person who recorded the movement may withdraw it, but not approve it.
  expect(await row(finance, /TRX 1/).getByRole('button').allTextContents()).toEqual(['Refuse']);

  await record(finance, 'operator_fee', '1500', 'July');
  await row(finance, /Operator’s own fee.*July.*Booked/).waitFor();

  const owner = await shop.open('owner', 'balances', { name: 'Awa' });
  await row(owner, /TRX 1/).getByRole('button', { name: 'Approve' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await row(owner, /TRX 1.*Booked.*approved by Awa/).waitFor();
  await owner.locator('.balance', { hasText: '125' }).waitFor();
  await takePicture(owner, 'movements');

  await row(finance, /July.*Booked/)
    .getByRole('button', { name: 'Correct' })
    .click();
  const dialog = finance.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByText('Use at least 1 characters.').or(dialog.getByText('Fill this in.')).waitFor();
  await dialog.getByLabel('Why was it wrong?').fill('It was the fee of June');
  await takePicture(finance, 'correct-movement');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await row(finance, /Correction.*It was the fee of June.*Booked/).waitFor();
  await row(finance, /July.*Corrected/).waitFor();
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});

test('a member who may not change movements still sees them, in French', patient, async () => {
  const viewer = await shop.open('viewer', 'balances', { locale: 'fr-FR' });
  await row(viewer, /Approvisionnement.*TRX 1.*Comptabilisé/).waitFor();
  expect(await viewer.getByRole('button', { name: 'Enregistrer un mouvement' }).count()).toBe(0);
  expect(await movements(viewer).getByRole('button').count()).toBe(0);
  await takePicture(viewer, 'movements-fr');
});

test('movements appear next to the providers’ balances, with the difference', patient, async () => {
  const { ctx } = shop.service;
  const { merchant_id } = shop;
  const account_id = 'cac_01JD0Z5T8QXW3N4K5M6P7R8S9T';
  await ctx.pool.query(
    `insert into connector_accounts (merchant_id, id, connector, name, config_sealed, services, created_at, updated_at)
    values ($1, $2, 'wave', 'Wave Abidjan', '', '[]', now(), now())`,
    [merchant_id, account_id],
  );
  await ctx.pool.query(
    `insert into clearing_drifts (merchant_id, account_id, currency, booked_minor, reported_minor, coming_minor,
      going_minor, drift_minor, since, grown_at, compared_at)
    values ($1, $2, 'XOF', 120000, 118500, 0, 0, -1500, now(), now(), now())`,
    [merchant_id, account_id],
  );
  const page = await shop.open('finance', 'balances');
  await page.goto(shop.url('balances', 'live'));
  const held = page.getByRole('row', { name: /Wave Abidjan/ });
  await held.waitFor();
  expect(await held.textContent()).toMatch(/118.500.*120.000.*1.500/);
  await takePicture(page, 'holdings');
});
