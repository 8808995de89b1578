import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine, prepareContext } from './examine.ts';
import { makeShop, type Shop } from './shop.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  // Payout rules can be set for the currencies in which the merchant has money.
  await shop.sell('00');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

async function setLimit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Payout rules' });
  await rules.getByLabel('Second approver above', { exact: true }).fill(amount);
  await rules.getByRole('button', { name: 'Save' }).click();
  await rules.waitFor({ state: 'detached' });
}

describe('a weaker rule', () => {
  it('takes effect once a second person approves it', patient, async () => {
    const asking = await shop.open('owner', 'payouts', { name: 'Awa Koné' });
    await setLimit(asking, '1 000');
    await setLimit(asking, '5 000');
    const title = 'Less strict rule for payouts in XOF';
    await asking.getByText(title).waitFor();
    // The person who requested the change may withdraw the request, but not approve it.
    await asking.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await asking.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);

    const second = await shop.open('owner', 'payouts', { name: 'Yao Bamba' });
    await prepareContext(second);
    await second.reload();
    await second.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = second.getByRole('dialog', { name: title });
    await dialog.getByText('The new rule applies at once.').waitFor();
    const view = { viewport: 'phone', language: 'en', scheme: 'light' } as const;
    // Colours are not final while the dialog fades in.
    await expect.poll(() => examine(second, view, new Set()), { timeout: 20_000 }).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.waitFor({ state: 'detached' });
    await second.getByText(title).waitFor({ state: 'detached' });
    await asking.getByText(title).waitFor({ state: 'detached' });

    await asking.getByRole('button', { name: 'Rules' }).click();
    const rules = asking.getByRole('dialog', { name: 'Payout rules' });
    expect(await rules.getByLabel('Second approver above', { exact: true }).inputValue()).toBe('5000');
  });
});
