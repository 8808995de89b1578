import { fundSandbox } from '@guichet/core/operations';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { explainPage } from '../../test-support/explain-page.ts';
import { loadCsv, makeShop, mark, phoneOf, readFacts, realProblems, type Shop, wasReloaded } from './shop.ts';

/** Tests payouts by one person, and with a second person's approval. */
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

interface Wish {
  readonly amount: string;
  readonly digits?: string;
  readonly first_name?: string;
}

/** Fills in the form, up to the confirmation. */
async function fill(page: Page, { amount, digits = '00', first_name = '' }: Wish): Promise<Locator> {
  await page.getByLabel('Recipient’s mobile money number').fill(phoneOf('mtn_ci', digits));
  await page.getByLabel('Recipient’s operator').selectOption('mtn_ci');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('First name (optional)').fill(first_name);
  await page.getByRole('button', { name: 'Continue' }).click();
  return page.getByRole('dialog', { name: 'Send the money?' });
}

const stateIs = (page: Page, state: string) =>
  page.locator('.payout-head').getByText(state, { exact: true }).waitFor();

describe('one person', () => {
  let shop: Shop;
  let page: Page;
  beforeAll(async () => {
    shop = await makeShop(dashboard);
    await fundSandbox(shop.service.ctx, commandOf(shop.merchant_id), { currency: 'XOF', amount: 100_000 });
    page = await shop.open('finance', 'payouts', { name: 'Binta' });
  }, 120_000);

  test('sends money after confirming, and sees it arrive', patient, async () => {
    await page.getByRole('link', { name: 'New payout' }).first().click();
    const dialog = await fill(page, { amount: '25 000', digits: '99', first_name: 'Yao' });
    await dialog.getByText('You send').waitFor();
    expect(await readFacts(page, '[role=dialog]')).toMatchObject({
      'You send': expect.stringMatching(/25.000/),
      To: `${phoneOf('mtn_ci', '99')} Yao`,
      'Balance afterwards': expect.stringMatching(/75.000/),
    });
    await dialog.getByRole('button', { name: 'Send' }).dblclick();
    await page.waitForURL(/\/payouts\/po/);
    await mark(page);
    await stateIs(page, 'Paid');
    await page.locator('.timeline').getByText('Created, amount reserved').waitFor();
    await page.locator('.timeline').getByText('Paid').waitFor();
    expect(await wasReloaded(page)).toBe(false);
    await page.getByRole('link', { name: 'All payouts' }).click();
    await page.getByRole('row', { name: /Yao/ }).getByText('Binta').waitFor();
    expect(await page.locator('.data-table tbody tr').count()).toBe(1);
    await page
      .locator('.payout-balances')
      .getByText(/75.000/)
      .waitFor();
  });

  test('sees why a payout failed, and that the money was returned', patient, async () => {
    await page.goto(shop.url('payouts/new'));
    const dialog = await fill(page, { amount: '1000', digits: '06', first_name: 'Nobody' });
    await explainPage(page, async () => {
      await dialog.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(/\/payouts\/po/);
      await stateIs(page, 'Failed');
    });
    await page.getByRole('alert').getByText('This payout failed. The amount was returned').waitFor();
    await page.goto(shop.url('payouts'));
    await page
      .locator('.payout-balances')
      .getByText(/75.000/)
      .waitFor();
  });

  test(
    'opens a payout from the statement, and sees incoming payments without a reload',
    patient,
    async () => {
      await page.goto(shop.url('balances'));
      await page.getByRole('link', { name: 'Payout: returned' }).click();
      await page.getByRole('heading', { level: 1, name: /^Payout/ }).waitFor();
      await stateIs(page, 'Failed');
      await page.getByRole('link', { name: 'All payouts' }).click();
      const balance = page.locator('.payout-balances').getByText(/80.000/);
      await page
        .locator('.payout-balances')
        .getByText(/75.000/)
        .waitFor();
      await mark(page);
      await shop.sell('00', { amount: 5000 });
      await balance.waitFor();
      expect(await wasReloaded(page)).toBe(false);
    },
  );

  test('makes one payout if its answer is lost and it is typed again after a reload', patient, async () => {
    const wish = { amount: '1 500', digits: '77', first_name: 'Adjoua' };
    await page.goto(shop.url('payouts/new'));
    let is_lost = false;
    await page.route(/\/payouts$/, async (route) => {
      if (is_lost || route.request().method() !== 'POST') return route.continue();
      is_lost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    let dialog = await fill(page, wish);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('alert').getByText('may have been made').waitFor();
    // What the browser keeps does not tell whom the payout was for.
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    for (const word of ['Adjoua', phoneOf('mtn_ci', '77').slice(1)]) expect(kept).not.toContain(word);
    await page.reload();
    dialog = await fill(page, wish);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/\/payouts\/po/);
    await page.getByText('had been made already').waitFor();
    await page.goto(shop.url('payouts'));
    await page.getByRole('row', { name: /Adjoua/ }).waitFor();
    expect(await page.getByRole('row', { name: /Adjoua/ }).count()).toBe(1);
    await page.unroute(/\/payouts$/);
  });

  test('filters payouts, and downloads the rows of the list', patient, async () => {
    await page.goto(shop.url('payouts'));
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByRole('row', { name: /Yao/ }).waitFor({ state: 'detached' });
    expect((await loadCsv(page)).length).toBe(1);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByLabel('Phone, name or ID').fill('yao');
    await page.getByRole('row', { name: /Nobody/ }).waitFor({ state: 'detached' });
    const [row] = await loadCsv(page);
    expect(Object.values(row ?? {})).toContain('25000');
    expect(new URL(page.url()).search).toBe('?text=yao');
  });
});

describe('two people', () => {
  let shop: Shop;
  let maker: Page;
  let approver: Page;
  beforeAll(async () => {
    shop = await makeShop(dashboard);
    await fundSandbox(shop.service.ctx, commandOf(shop.merchant_id), { currency: 'XOF', amount: 500_000 });
    [maker, approver] = [
      await shop.open('finance', 'payouts', { name: 'Binta' }),
      await shop.open('owner', 'payouts', { name: 'Kofi' }),
    ];
    await approver.getByRole('button', { name: 'Rules' }).click();
    const rules = approver.getByRole('dialog', { name: 'Payout rules' });
    await rules.getByLabel('Second approver above', { exact: true }).fill('10 000');
    await rules.getByLabel('Warn about a balance below').fill('50000');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.waitFor({ state: 'detached' });
  }, 120_000);

  /** Creates a payout. @returns the address of the payout, which awaits approval */
  async function ask(amount: string): Promise<string> {
    await maker.goto(shop.url('payouts/new'));
    const dialog = await fill(maker, { amount });
    await dialog.getByText(/a second person has to approve/).waitFor();
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await stateIs(maker, 'Awaiting approval');
    return maker.url();
  }

  test(
    'are needed for a payout: its creator cannot approve it, and sees it being sent once the other person has approved it',
    patient,
    async () => {
      const address = await ask('20 000');
      await maker.getByText('You created it, so somebody else has to approve it.').waitFor();
      expect(await maker.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      await maker.getByRole('button', { name: 'Withdraw' }).waitFor();
      await mark(maker);

      await approver.goto(shop.url('payouts?state=waiting'));
      await approver.locator('.data-table .row-link').click();
      expect(approver.url()).toBe(address);
      await approver
        .getByText('Binta created it. It is awaiting your approval; nothing is sent until then.')
        .waitFor();
      await approver.getByRole('button', { name: 'Approve' }).click();
      const dialog = approver.getByRole('dialog', { name: 'Approve' });
      await dialog.getByText(/20.000.F.CFA will be sent to/).waitFor();
      await dialog.getByLabel('Note (optional)').fill('Checked with the supplier');
      await dialog.getByRole('button', { name: 'Approve' }).click();

      for (const page of [approver, maker]) {
        await stateIs(page, 'Paid');
        await page
          .locator('.timeline li', { hasText: 'Approved by Kofi' })
          .getByText(/^owner-\d+@port\.example$/)
          .waitFor();
        expect(await readFacts(page, 'section:has(> h2:text-is("Details"))')).toMatchObject({
          'Created by': expect.stringMatching(/^Binta ?finance-\d+@port\.example$/),
          'Decided by': expect.stringMatching(/^Kofi ?owner-\d+@port\.example$/),
          Note: 'Checked with the supplier',
        });
      }
      expect(await wasReloaded(maker)).toBe(false);
    },
  );

  test('decide concurrently: only one decision counts, and the other person sees it', patient, async () => {
    const address = await ask('30 000');
    const other = await shop.open('admin', 'payouts', { name: 'Fatou' });
    const pages = [approver, other];
    await Promise.all(pages.map((page) => page.goto(address)));
    await approver.getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('button', { name: 'Refuse' }).click();
    const buttons = [
      approver.getByRole('dialog').getByRole('button', { name: 'Approve' }),
      other.getByRole('dialog').getByRole('button', { name: 'Refuse' }),
    ];
    await Promise.all(buttons.map((button) => button.click()));
    const told = await Promise.any(
      pages.map(async (page) => {
        await page
          .getByRole('alert')
          .getByText(/(Kofi has already approved|Fatou has already refused) this/)
          .waitFor();
        return page;
      }),
    );
    await told.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const words = told === other ? 'Approved by Kofi' : 'Refused by Fatou, amount returned to the balance';
    await Promise.all(pages.map((page) => page.locator('.timeline').getByText(words).waitFor()));
    const { rows } = await shop.service.ctx.pool.query(
      `select approval from payout_orders where payout_id = $1`,
      [address.split('/').at(-1)],
    );
    expect(rows).toEqual([{ approval: told === other ? 'approved' : 'refused' }]);
  });

  test('refuse a payout: its money is released, and its creator sees the note', patient, async () => {
    await approver.goto(shop.url('payouts'));
    const balance = approver.locator('.payout-balances strong data');
    const before = await balance.getAttribute('value');
    const address = await ask('40 000');
    await expect.poll(() => balance.getAttribute('value')).not.toBe(before);
    await approver.goto(address);
    await approver.getByRole('button', { name: 'Refuse' }).click();
    const dialog = approver.getByRole('dialog', { name: 'Refuse' });
    await dialog.getByLabel('Note (optional)').fill('Wrong number, ask again');
    await dialog.getByRole('button', { name: 'Refuse' }).click();
    await stateIs(maker, 'Failed');
    await maker.getByText('Wrong number, ask again').waitFor();
    await approver.goto(shop.url('payouts'));
    await expect.poll(() => balance.getAttribute('value')).toBe(before);
  });
});

test('the browsers report no errors', () => {
  const problems = realProblems(dashboard.browser.problems());
  expect(problems.filter((problem) => !/ERR_CONNECTION_RESET$/.test(problem))).toEqual([]);
});
