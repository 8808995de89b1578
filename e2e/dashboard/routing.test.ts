import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard, 'Pharmacie du Plateau');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

describe('the operators', () => {
  test('are grouped by country on a phone, and can be searched', patient, async () => {
    const page = await shop.open('viewer', 'settings/routing', { viewport: 'phone' });
    const countries = page.locator('.country-routes');
    await countries.first().waitFor();
    expect(await countries.count()).toBeGreaterThan(10);
    expect(await page.locator('.country-routes[open]').count()).toBe(0);
    await takePicture(page, 'routing-folded');
    // Opens the country with the keyboard, because its line is itself a control.
    await page.locator('.country-routes summary', { hasText: 'Côte d’Ivoire' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('wave_ci').waitFor();
    await takePicture(page, 'routing-open');
    for (const typed of ['cote d', 'mtn_ci', 'COTE']) {
      await page.getByLabel('Operator, country or currency').fill(typed);
      await expect.poll(() => new URL(page.url()).searchParams.get('text')).toBe(typed);
      await expect.poll(() => countries.count()).toBe(1);
      await page.getByText('mtn_ci').waitFor();
    }
    expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
  });

  test(
    'have rules that can be set and removed, and whose errors are shown in the form',
    patient,
    async () => {
      const page = await shop.open('owner', 'settings/routing?country=KE');
      await page.getByRole('button', { name: /^Change: M-PESA/i }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('This is the country’s first rule in KES').waitFor();
      await dialog.getByLabel('Fee in percent').fill('101');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.locator('[data-error], .mantine-InputWrapper-error').first().waitFor();
      await dialog.getByLabel('Fee in percent').fill('1,5');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Fee 1.5 %').waitFor();
      await page.getByRole('button', { name: /^Remove: M-PESA/i }).click();
      await dialog.getByText('This is the country’s last rule in KES').waitFor();
      await takePicture(page, 'routing-remove');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Fee 1.5 %').waitFor({ state: 'detached' });

      await page.goto(shop.url('settings/routing?text=mtn_ci'));
      await page.getByRole('button', { name: /^Remove: MTN/i }).click();
      await dialog.getByText('if other operators of its country have rules').waitFor();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('0 of 1 offered').waitFor();
    },
  );
});
