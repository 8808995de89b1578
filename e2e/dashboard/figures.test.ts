import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi } from '@guichet/server/testing/api';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, pay, stateIs } from '../page/steps.ts';
import { makeShop, mark, phoneOf, realProblems, type Shop, wasReloaded } from './shop.ts';

/** The figures on the overview, compared with the payments that customers have made. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('viewer', 'overview');
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

/** Reads the cells of a table, row by row, with money as `5000 XOF`. */
function rowsOf(table: string): Promise<string[][]> {
  return page
    .locator(`${table} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td, th')].map(
          (cell) => cell.querySelector('data')?.getAttribute('value') ?? cell.textContent ?? '',
        ),
      ),
    );
}

/** Returns the seconds from the order to the payment, according to the times in the API. */
async function waitOf(payment_id: string): Promise<number> {
  const { body } = await callApi(shop.service, `/api/v1/payments/${payment_id}`, { key: shop.key });
  const { created_at, paid_at } = body.data ?? {};
  return (Date.parse(String(paid_at)) - Date.parse(String(created_at))) / 1000;
}

/** Pays as a customer in a separate browser, up to the receipt. */
async function buy(amount: number): Promise<string> {
  const { token, payment_id } = await shop.order({ amount });
  const wallet = await dashboard.browser.newPage({ viewport: 'phone', locale: 'en-GB' });
  await wallet.goto(`${shop.service.url}/pay/${token}`);
  await choose(wallet, 'mtn_ci', phoneOf('mtn_ci', '00'));
  await pay(wallet);
  await stateIs(wallet, 'success');
  await wallet.context().close();
  return payment_id;
}

test('the figures match the payments and update without a reload', patient, async () => {
  await page.getByRole('heading', { name: 'No payments in this period' }).waitFor();
  await mark(page);
  const paid = [
    await buy(5000),
    (await shop.sell('00', { amount: 1000 })).payment_id,
    (await shop.sell('00', { amount: 3000 }, 'orange_ci')).payment_id,
  ];
  await shop.sell('01', { amount: 9000 });

  await page.getByText('3 paid, 1 refused').waitFor();
  expect(
    await page
      .locator('.overview-totals data')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
  ).toEqual(['9000 XOF', '150 XOF']);
  const waits = await Promise.all(paid.map(waitOf));
  const average_s = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length);
  const totals = await page
    .locator('.overview-totals > div')
    .evaluateAll((all) => all.map((one) => [...one.children].map((child) => child.textContent)));
  expect(totals.map(([name, value]) => [name, value?.replace(/\s/g, ' ')])).toMatchObject([
    ['Collected', expect.stringMatching(/9.000/)],
    ['Success rate', '75%'],
    ['Customer fees', expect.stringMatching(/150/)],
    ['Average time to pay', `${average_s} s`],
  ]);
  expect(await wasReloaded(page)).toBe(false);
});

test('the figures by operator and by day add up to the totals', patient, async () => {
  await page.locator('.data-table tbody tr').first().waitFor();
  const operators = await rowsOf('.data-table');
  expect(operators.map((cells) => cells.slice(0, 6))).toEqual([
    [expect.stringMatching(/MTN/), '6000 XOF', '2', '1', '66.7%', '120 XOF'],
    [expect.stringMatching(/Orange/), '3000 XOF', '1', '0', '100%', '30 XOF'],
  ]);
  await page.getByText('Show as a table').click();
  const days = await rowsOf('.overview-table table');
  expect(days).toHaveLength(30);
  const sum = (column: number) =>
    days.reduce((total, cells) => total + Number.parseInt(cells[column] ?? '', 10), 0);
  expect([sum(1), sum(2), sum(3)]).toEqual([9000, 3, 1]);
  await page.locator('.recharts-bar-rectangle:visible').first().waitFor();
});

test('the chosen period and currency are in the URL, so that the view can be shared', patient, async () => {
  await page.getByLabel('Period').selectOption('7');
  await expect.poll(() => rowsOf('.overview-table table').then((rows) => rows.length)).toBe(7);
  await shop.sell('00', { amount: 700, currency: 'XAF' }, 'mtn_cm');
  await page.getByLabel('Currency').selectOption('XAF');
  await page.getByText('1 paid, 0 refused').waitFor();
  const { search } = new URL(page.url());
  expect(search).toBe('?days=7&currency=XAF');
  const other = await shop.open('finance', `overview${search}`, { viewport: 'phone' });
  await other.getByText('1 paid, 0 refused').waitFor();
  expect(await other.getByLabel('Period').inputValue()).toBe('7');
});

test('the browsers report no errors', () => {
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
