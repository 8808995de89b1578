import { createEndpoint } from '@guichet/core/events';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi } from '@guichet/server/testing/api';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import { choose, pay, stateIs } from '../page/steps.ts';
import {
  loadCsv,
  makeShop,
  mark,
  phoneOf,
  readFacts,
  realProblems,
  type Shop,
  sumLedger,
  wasReloaded,
} from './shop.ts';

/** Tests the search for payments, and the page of a payment. */
let dashboard: Dashboard;
let receiver: Receiver;
beforeAll(async () => {
  [dashboard, receiver] = await Promise.all([openDashboard(), startReceiver()]);
}, 120_000);
afterAll(async () => {
  await dashboard.close();
  await receiver.close();
});

const patient = { timeout: 120_000 };
const formula = '=HYPERLINK("https://evil.example","Chairs")';

/** Reads the subjects of the rows, in their order. */
function rowsOf(page: Page): Promise<string[]> {
  return page.locator('.data-table tbody .row-about').allTextContents();
}

/** Waits until the list contains exactly these subjects, in any order. */
async function expectRows(page: Page, ...about: string[]): Promise<void> {
  await expect.poll(() => rowsOf(page).then((rows) => rows.toSorted())).toEqual(about.toSorted());
}

describe('the list', () => {
  let shop: Shop;
  let page: Page;
  let paid: { payment_id: string };
  beforeAll(async () => {
    shop = await makeShop(dashboard);
    paid = await shop.sell('00', {
      amount: 5000,
      description: formula,
      customer: { first_name: 'Awa', last_name: 'Koné', email: 'awa@home.example' },
      metadata: { order_id: 'A-77' },
    });
    await shop.sell('01', { amount: 12_000, description: 'Refused' }, 'orange_ci');
    await shop.order({ amount: 900, description: 'Nobody yet' });
    await shop.sell('00', { amount: 700, currency: 'XAF', description: 'Cameroon' }, 'mtn_cm');
    page = await shop.open('support', 'payments');
    await page.getByRole('button', { name: 'More filters' }).click();
  }, 120_000);

  /**
   * Filters by fields and by text, set and cleared as a person does. `payments-page.test.tsx` covers the request
   * that each filter sends, and `reads/payments/search/find.test.ts` the results that the server returns.
   */
  const filters: readonly [what: string, set: (page: Page) => Promise<unknown>, left: string[]][] = [
    [
      'amounts of a currency',
      async (on) => {
        await on.getByLabel('Currency').selectOption('XOF');
        await on.getByLabel('Minimum amount').fill('900');
        await on.getByLabel('Maximum amount').fill('5 000');
        await on.keyboard.press('Enter');
      },
      [formula, 'Nobody yet'],
    ],
    ['a future day', (on) => on.getByLabel('From', { exact: true }).fill('2100-01-01'), []],
    [
      'a phone number in local notation',
      (on) => on.getByLabel(/^Phone, e-mail/).fill('07 04 03 02 01'),
      ['Refused'],
    ],
  ];

  test.each(filters)('can be filtered by %s', patient, async (_, set, left) => {
    await page.goto(shop.url('payments?needs_review=true'));
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expectRows(page, formula, 'Refused', 'Nobody yet', 'Cameroon');
    const further = page.getByRole('button', { name: 'More filters' });
    if (await further.isVisible()) await further.click();
    await set(page);
    await expectRows(page, ...left);
    expect(new URL(page.url()).search).not.toBe('');
    if (left.length === 0) await page.getByRole('heading', { name: /^Nothing matches/ }).waitFor();
  });

  test('can be filtered by a short reference, even in lowercase', patient, async () => {
    await page.goto(shop.url('payments'));
    const reference = await page
      .getByRole('row', { name: /Refused/ })
      .locator('.mono')
      .textContent();
    await page.getByLabel(/^Phone, e-mail/).fill(reference?.toLowerCase() ?? '');
    await expectRows(page, 'Refused');
  });

  test('exports the same rows to a file, with formulas made harmless', patient, async () => {
    await page.goto(shop.url('payments?currency=XOF'));
    await expectRows(page, formula, 'Refused', 'Nobody yet');
    const rows = await loadCsv(page);
    expect(rows.map(({ description }) => description)).toEqual(['Nobody yet', 'Refused', `'${formula}`]);
    expect(rows.at(-1)).toMatchObject({
      ...{ id: paid.payment_id, status: 'success', currency: 'XOF', amount: '5000', fee: '100' },
      ...{ charged_amount: '5100', refunded_amount: '0', operator: 'mtn_ci', country: 'CI' },
      ...{
        customer_phone: '+2250504030200',
        customer_email: 'awa@home.example',
        metadata: '{"order_id":"A-77"}',
      },
    });
  });
});

test('pages of the list stay stable while payments arrive, and skip no payment', patient, async () => {
  const shop = await makeShop(dashboard);
  const numbers = Array.from({ length: 30 }, (_, index) => `Order ${index + 1}`);
  for (const description of numbers) await shop.order({ description });
  const page = await shop.open('viewer', 'payments');
  await expect.poll(() => rowsOf(page)).toHaveLength(25);
  const first = await rowsOf(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rowsOf(page)).toHaveLength(5);
  const second = await rowsOf(page);
  expect([...first, ...second]).toEqual(numbers.toReversed());
  const heard = page.waitForResponse((answer) => answer.url().includes('cursor='));
  await shop.order({ description: 'Order 31' });
  await heard;
  expect(await rowsOf(page)).toEqual(second);
  await page.reload();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(() => rowsOf(page)).toEqual(['Order 31', ...first.slice(0, -1)]);
  await page.goForward();
  await expect.poll(() => rowsOf(page)).toEqual(second);
  // A person who opens the link has not visited the previous page.
  const other = await shop.open('viewer', `payments${new URL(page.url()).search}`);
  await expect.poll(() => rowsOf(other)).toEqual(second);
  expect(await other.getByRole('button', { name: 'Previous page' }).count()).toBe(0);
  await other.getByRole('button', { name: 'First page' }).click();
  await expect.poll(() => rowsOf(other)).toHaveLength(25);
});

describe('one payment', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop(dashboard);
    await createEndpoint(shop.service.ctx, commandOf(shop.merchant_id, 'test'), { url: receiver.url });
  });

  test('shows all its states while the customer pays', patient, async () => {
    const customer = { first_name: 'Awa', email: 'awa@home.example', phone: '+2250504030200' };
    const { token, payment_id } = await shop.order({ amount: 5000, description: 'Two chairs', customer });
    const page = await shop.open('viewer', `payments/${payment_id}`);
    await page.locator('.page-head').getByText('Pending').waitFor();
    await page.getByText('No attempts yet.').waitFor();
    await page.getByText('No entries.').waitFor();
    await mark(page);

    const wallet = await dashboard.browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await wallet.goto(`${shop.service.url}/pay/${token}`);
    await choose(wallet, 'mtn_ci', phoneOf('mtn_ci', '01'));
    await pay(wallet);
    await stateIs(wallet, 'failed');
    await page.locator('.page-head').getByText('Failed').waitFor();
    const words = await readFacts(page, '.try');
    expect(words.Reason).toContain('The operator’s code: insufficient_funds');
    expect(words.Reason?.replace(/The operator’s code.*/, '').trim().length).toBeGreaterThan(15);
    await wallet.locator('main a[href*="step=choose"]').first().click();
    await choose(wallet, 'mtn_ci', phoneOf('mtn_ci', '00'));
    await pay(wallet);
    await stateIs(wallet, 'success');
    await wallet.context().close();

    await page.locator('.page-head').getByText('Paid').waitFor();
    await page.getByText('Delivered').first().waitFor();
    expect(await wasReloaded(page)).toBe(false);
    await expectTold(page);
    await page.getByRole('link', { name: 'View customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Awa' }).waitFor();
    await page.getByRole('row', { name: /Two chairs/ }).waitFor();
  });

  test('shows a developer a link to its API requests', patient, async () => {
    const { payment_id } = await shop.sell('00', { description: 'A lamp' });
    await callApi(shop.service, `/api/v1/payments/${payment_id}`, { key: shop.key });
    const page = await shop.open('developer', `payments/${payment_id}`);
    await page.locator('.try').getByText('No requests to the operator.').waitFor();
    await page.getByRole('link', { name: 'API requests for this payment' }).click();
    const rows = page.locator('.data-table tbody tr');
    await rows.getByText(`/api/v1/payments/${payment_id}`).waitFor();
    expect(await rows.count()).toBe(1);
  });
});

/** Checks the complete history of a payment, from the first refusal to the webhook. */
async function expectTold(page: Page): Promise<void> {
  expect(await page.locator('.timeline li strong').allTextContents()).toEqual([
    'The customer started to pay',
    'The attempt failed',
    'The customer started to pay',
    'Paid',
  ]);
  expect(await sumLedger(page)).toEqual({ debit: 5100, credit: 5100 });
  const deliveries = page.locator('section', { has: page.getByRole('heading', { name: 'Webhooks' }) });
  const delivery = deliveries.locator('details', { hasText: 'payment.successful' });
  await delivery.locator('summary').click();
  await delivery.getByText('Attempt 1: 200').waitFor();
  const customer = await readFacts(page, 'section:has(> h2:text-is("Customer"))');
  expect(customer).toMatchObject({ Name: 'Awa', Phone: '+2250504030200', 'E-mail': 'awa@home.example' });
}

test('the browsers report no errors', () => {
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
