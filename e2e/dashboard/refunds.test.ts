import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sampleOf } from '../../test-support/tier.ts';
import { makeShop, phoneOf, readFacts, realProblems, type Shop } from './shop.ts';

/** Tests refunds. The payer's number decides how the sandbox handles a refund: `00` pays it immediately. */
let dashboard: Dashboard;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  page = await shop.open('support', 'payments', { name: 'Awa' });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
/** Includes the fee of 2 % that the customer paid. */
const charged = 5100;

let payment_id: string;
beforeEach(async () => {
  ({ payment_id } = await shop.sell('00', { amount: 5000 }));
});

async function openPayment(on: Page): Promise<Locator> {
  await on.goto(shop.url(`payments/${payment_id}`));
  await on.getByRole('button', { name: 'Refund', exact: true }).click();
  return on.getByRole('dialog', { name: 'Refund this payment' });
}

/** Fills in the form, up to the confirmation. */
async function fill(dialog: Locator, amount: string, reason: string): Promise<void> {
  await dialog.getByLabel('Amount to refund').fill(amount);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

const sure = (dialog: Locator) => dialog.getByRole('button', { name: /^Refund .*\d/ });

/** Returns the amounts of the payment's refunds that are paid or in flight, in the major unit. */
async function returned(): Promise<number[]> {
  const { rows } = await shop.service.ctx.pool.query<{ amount: number }>(
    `select amount_minor::int as amount from refunds
    where payment_id = $1 and status <> 'failed' order by created_at`,
    [payment_id],
  );
  return rows.map(({ amount }) => amount);
}

test('a full refund records its reason and author', patient, async () => {
  const dialog = await openPayment(page);
  expect(await dialog.getByLabel('Amount to refund').inputValue()).toBe(String(charged));
  expect(await dialog.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('The chairs came broken');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(phoneOf('mtn_ci', '00')).waitFor();
  expect(await returned()).toEqual([]);
  await sure(dialog).click();
  await page.locator('.page-head').getByText('Refunded', { exact: true }).waitFor();
  const refund = page.locator('.refund-row');
  await refund.getByText('Refunded').waitFor();
  await refund.getByText('The chairs came broken').waitFor();
  await refund.getByText(/by Awa/).waitFor();
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
  await page.locator('.timeline').getByText('Refund paid').waitFor();
  expect(await readFacts(page, 'section:has(> h2:text-is("Payment"))')).toMatchObject({
    Refunded: expect.stringMatching(/5.100/),
  });
  await page.goto(shop.url(`payments?text=${payment_id}`));
  await page.locator('tbody').getByText('Refunded').waitFor();
});

test('a partial refund leaves the remainder refundable', patient, async () => {
  const dialog = await openPayment(page);
  const amount = dialog.getByLabel('Amount to refund');
  await fill(dialog, '1 100', 'A leg was missing');
  await sure(dialog).click();
  await page.locator('.page-head').getByText('Partly refunded').waitFor();
  expect(await returned()).toEqual([1100]);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect.poll(() => amount.inputValue()).toBe('4000');
  await page.keyboard.press('Escape');
});

const hurries: readonly [what: string, hurry: (go_on: Locator) => Promise<void>][] = [
  ['a double click', (go_on) => go_on.dblclick()],
  ['Enter pressed twice', (go_on) => go_on.press('Enter').then(() => page.keyboard.press('Enter'))],
];
test.each(sampleOf(hurries, 1))('%s before confirming refunds nothing', patient, async (_, hurry) => {
  const dialog = await openPayment(page);
  await dialog.getByLabel('Reason').fill('In a hurry');
  await hurry(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.getByRole('button', { name: /^(Change|Cancel)$/ }).waitFor();
  expect(await returned()).toEqual([]);
});

test('a double click creates one refund', patient, async () => {
  const dialog = await openPayment(page);
  await fill(dialog, '1000', 'Twice in a hurry');
  await sure(dialog).dblclick();
  await page.locator('.page-head').getByText('Partly refunded').waitFor();
  expect(await returned()).toEqual([1000]);
});

test('a request whose response was lost is sent again, and refunds once', patient, async () => {
  const dialog = await openPayment(page);
  await fill(dialog, '1000', 'Bad line');
  // The server makes the refund, but its response does not arrive.
  await page.route(
    '**/refunds',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await sure(dialog).click();
  await dialog.getByRole('alert').getByText('may have been made').waitFor();
  await sure(dialog).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await returned()).toEqual([1000]);
});

test(
  'two people who refund at the same time never refund more than was paid, and the second one sees why',
  patient,
  async () => {
    const other = await shop.open('finance', 'payments', { name: 'Binta' });
    const dialogs = await Promise.all([openPayment(page), openPayment(other)]);
    await Promise.all(dialogs.map((dialog) => fill(dialog, '3000', 'Both at once')));
    await Promise.all(dialogs.map((dialog) => sure(dialog).click()));
    await vi.waitFor(async () => {
      const texts = await Promise.all(dialogs.map((dialog) => dialog.allTextContents()));
      const left = texts.flat();
      expect(left).toHaveLength(1);
      expect(left[0]).toMatch(/still in progress|At most .*2.100/i);
    }, 10_000);
    expect(await returned()).toEqual([3000]);
  },
);

test('a duplicate can be refunded with one click and one confirmation', patient, async () => {
  await payTwice();
  await page.goto(shop.url(`payments/${payment_id}`));
  await page.getByText('This payment was paid twice').waitFor();
  await seeEffectOfSettling();
  await page.getByRole('button', { name: 'Refund the second payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund the second payment' });
  await sure(dialog).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('This payment was paid twice').waitFor({ state: 'detached' });
  expect(await returned()).toEqual([charged]);
  const { data } = (await callPayment()).body;
  expect(data).toMatchObject({ status: 'success', refunded_amount: 0 });
});

test('the browsers report no errors', () => {
  const problems = realProblems(dashboard.browser.problems());
  expect(
    problems.filter((problem) => !/\/refunds net::ERR_CONNECTION_RESET|ERR_CONNECTION_RESET$/.test(problem)),
  ).toEqual([]);
});

/** Checks that the dialog explains the effect of settling only once *Settled* is chosen. */
async function seeEffectOfSettling(): Promise<void> {
  const finance = await shop.open('finance', `payments/${payment_id}`);
  await finance.getByRole('button', { name: 'Resolve', exact: true }).click();
  const dialog = finance.getByRole('dialog', { name: 'Resolve' });
  const effect = dialog.getByText(/goes to your balance/);
  await dialog.getByLabel(/^Reversed/).check();
  expect(await effect.count()).toBe(0);
  await dialog.getByLabel(/^Settled/).check();
  await effect.waitFor();
}

/**
 * Makes the first attempt, which was refused, succeed after all, once the customer has paid with a different
 * operator.
 */
async function payTwice(): Promise<void> {
  const order = await shop.sell('18', { amount: 5000 });
  payment_id = order.payment_id;
  const statusIs = (status: string) =>
    vi.waitFor(async () => expect((await callPayment()).body.data).toMatchObject({ status }), 15_000);
  await statusIs('failed');
  await payOnPage(shop.service, order.token, { operator: 'orange_ci', phone: phoneOf('orange_ci', '00') });
  await statusIs('success');
  await page.goto(shop.url(`payments/${payment_id}`));
}

function callPayment() {
  return callApi(shop.service, `/api/v1/payments/${payment_id}`, { key: shop.key });
}
