import { fundSandbox } from '@guichet/core/sandbox/fund';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { afterAll, beforeAll, test } from 'vitest';
import { examine } from './examine.ts';
import { makeShop, phoneOf, type Shop } from './shop.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  await fundSandbox(shop.service.ctx, shop.merchant_id, { currency: 'XOF', amount: 500_000 });
}, 120_000);
afterAll(() => dashboard.close());

test('pictures', { timeout: 200_000 }, async () => {
  void examine;
  const { payment_id } = await shop.sell('00', { amount: 5000, description: 'Two chairs', customer: { phone: phoneOf('mtn_ci', '00') } });
  for (const viewport of ['phone', 'desktop'] as const) {
    const page = await shop.open('owner', 'payouts/new', { viewport, name: 'Koffi', locale: viewport === 'phone' ? 'fr-FR' : 'en-GB' });
    const shot = (name: string) => page.screenshot({ path: `/tmp/polish-pics/${name}-${viewport}.png`, fullPage: true });
    await page.locator('.payout-form input').first().fill(phoneOf('mtn_ci', '00'));
    await page.locator('.payout-form select').nth(1).selectOption('mtn_ci');
    await page.locator('.payout-form input').nth(1).fill('12000');
    await page.locator('.payout-form button[type=submit]').click();
    await page.locator('[role=dialog] button').last().click();
    await page.waitForURL(/payouts\/po_/);
    await page.locator('.timeline li').nth(2).waitFor();
    await shot('payout');
    for (const [name, section] of [['payment', `payments/${payment_id}`], ['customers', 'customers'], ['balances', 'balances'], ['overview', 'overview']] as const) {
      await page.goto(shop.url(section));
      await page.locator('h1').waitFor();
      await page.waitForTimeout(2500);
      await shot(name);
    }
    await page.route('**/changes', (route) => route.fulfill({ status: 503 }));
    await page.goto(shop.url('payments'));
    await page.locator('.frame-stale').waitFor();
    await shot('lost');
    await page.context().close();
  }
});
