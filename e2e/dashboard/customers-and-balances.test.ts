import { fundSandbox } from '@guichet/core/operations';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { loadCsv, makeShop, mark, phoneOf, realProblems, type Shop, wasReloaded } from './shop.ts';

/** Customers who have paid, and the resulting balances. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('finance', 'customers');
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const row = (name: RegExp) => page.locator('.data-table').getByRole('row', { name });

test(
  'new customers appear without a reload, and can be found by name, number, address and country',
  patient,
  async () => {
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor();
    await mark(page);
    const awa = {
      first_name: 'Awa',
      last_name: 'Koné',
      email: 'awa@home.example',
      phone: phoneOf('mtn_ci', '00'),
    };
    await shop.sell('00', { amount: 5000, description: 'Two chairs', customer: awa });
    await shop.sell('00', { amount: 1000, description: 'A lamp', customer: awa });
    const paul = { first_name: 'Paul', phone: phoneOf('mtn_cm', '00') };
    await shop.sell('00', { amount: 700, currency: 'XAF', customer: paul }, 'mtn_cm');
    await row(/Awa Koné/).waitFor();
    await row(/Paul/).waitFor();
    expect(await page.locator('.data-table tbody tr').count()).toBe(2);
    expect(await wasReloaded(page)).toBe(false);

    const text = page.getByLabel('Phone, e-mail or name');
    for (const wanted of ['koné', 'AWA@home', '+225 05 04 03 02 00']) {
      await text.fill(wanted);
      await row(/Paul/).waitFor({ state: 'detached' });
      await row(/Awa Koné/).waitFor();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await row(/Paul/).waitFor();
    }
    await page.getByLabel('Country').selectOption('Cameroon');
    await row(/Awa/).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?country=CM');
    await page.reload();
    await row(/Paul/).waitFor();
    expect(await page.getByLabel('Country').inputValue()).toBe('CM');
  },
);

test(
  'a customer without a name is listed by phone number, which appears only once on a phone’s screen',
  patient,
  async () => {
    const phone = phoneOf('orange_ci', '00');
    await shop.order({ amount: 2000, customer: { phone } });
    const narrow = await shop.open('finance', 'customers', { viewport: 'phone' });
    const known = narrow.getByText(phone);
    await narrow.getByRole('link', { name: phone }).waitFor();
    expect(await known.filter({ visible: true }).count()).toBe(1);
    expect(await narrow.getByText('No name').count()).toBe(0);
  },
);

test('the page of a customer shows all details and payments', patient, async () => {
  await page.goto(shop.url('customers?text=awa'));
  await page.getByRole('link', { name: 'Awa Koné' }).click();
  await page.getByRole('heading', { level: 1, name: 'Awa Koné' }).waitFor();
  await page.getByText('awa@home.example').waitFor();
  await page.getByText('Côte d’Ivoire').waitFor();
  await row(/Two chairs/).waitFor();
  await row(/A lamp/).waitFor();
  await row(/A lamp/)
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: /^Payment/ }).waitFor();
});

/** Reads a total of the statement, in the major unit. */
async function amountOf(name: string): Promise<number> {
  const value = await page
    .locator('.statement-totals > div', { hasText: name })
    .locator('data')
    .getAttribute('value');
  return Number.parseFloat(value ?? '');
}

test(
  'a statement has the right opening and closing balances, and its downloaded file adds up',
  patient,
  async () => {
    await fundSandbox(shop.service.ctx, commandOf(shop.merchant_id), { currency: 'XOF', amount: 50_000 });
    const { payment_id } = await shop.sell('00', { amount: 20_000 });
    await page.goto(shop.url(`payments/${payment_id}`));
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount to refund').fill('4080');
    await dialog.getByLabel('Reason').fill('Broken');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: /^Refund/ }).click();
    await page.locator('.page-head').getByText('Partly refunded').waitFor();

    await page.goto(shop.url('balances?currency=XOF'));
    await page.locator('.statement-totals').waitFor();
    // 6,000 come from the two earlier payments; the refunded part of the fee does not reduce the shop's balance.
    expect([await amountOf('Opening balance'), await amountOf('Closing balance')]).toEqual([0, 72_000]);
    expect([await amountOf('Payment'), await amountOf('Refund'), await amountOf('Test funds')]).toEqual([
      26_000, -4000, 50_000,
    ]);
    const rows = await loadCsv(page);
    const sum = rows.reduce((total, { amount }) => total + Number(amount), 0);
    expect(rows).toHaveLength((await page.locator('.data-table tbody tr').count()) + 2);
    expect([rows[0]?.kind, rows.at(-1)?.kind]).toEqual(['opening_balance', 'closing_balance']);
    expect([Number(rows[0]?.balance) + sum, Number(rows.at(-1)?.balance)]).toEqual([72_000, 72_000]);
  },
);

test(
  'a past period without payments is empty, and the balance stays current without a reload',
  patient,
  async () => {
    await page.goto(shop.url('balances?currency=XOF'));
    await mark(page);
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Until').fill('2020-01-31');
    await page.getByText('No movements in this period.').waitFor();
    expect([await amountOf('Opening balance'), await amountOf('Closing balance')]).toEqual([0, 0]);
    expect((await loadCsv(page)).map(({ kind, balance }) => `${kind} ${balance}`)).toEqual([
      'opening_balance 0',
      'closing_balance 0',
    ]);
    await page.getByLabel('Until').fill('');
    await page.locator('.data-table tbody tr').first().waitFor();
    const before = await amountOf('Closing balance');
    await shop.sell('00', { amount: 123 });
    await expect.poll(() => amountOf('Closing balance'), { timeout: 15_000 }).toBe(before + 123);
    expect(await wasReloaded(page)).toBe(false);
  },
);

test('each currency has its own balance and statement', patient, async () => {
  await page.goto(shop.url('balances'));
  await page
    .getByRole('button', { name: /700.F.CFA/ })
    .or(page.locator('.balance', { hasText: '700' }))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Statement in XAF' }).waitFor();
  expect(new URL(page.url()).searchParams.get('currency')).toBe('XAF');
  await expect.poll(() => amountOf('Closing balance')).toBe(700);
});

test('the browsers report no errors', () => {
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
