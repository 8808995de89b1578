import { createEndpoint } from '@guichet/core/events';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { visitAs } from '@guichet/server/dashboard/testing/visit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { fillHistory } from './fill-history.ts';
import { makeShop, phoneOf, type Shop } from './shop.ts';
import { takePicture } from './take-picture.ts';

let dashboard: Dashboard;
let shop: Shop;
beforeAll(async () => {
  dashboard = await openDashboard({ is_alone: true });
  shop = await makeShop(dashboard, 'Quincaillerie Diallo');
}, 180_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

/** Creates one of each kind of item that needs attention. */
async function makeNeeds(): Promise<void> {
  const { service, merchant_id } = shop;
  const { pool } = service.database;
  const attempt = async (change: string): Promise<void> => {
    const { payment_id } = await shop.sell('22');
    await pool.query(`update attempts set ${change} where payment_id = $1`, [payment_id]);
  };
  await attempt(`created_at = now() - interval '2 hours'`);
  await attempt(`needs_review = true, status = 'unknown'`);
  await attempt(`needs_review = true, duplicate = true, status = 'success'`);
  const owner = await visitAs(service, 'owner', merchant_id);
  await owner.ask('POST', '/sandbox/fund', { amount: 20_000, currency: 'XOF' });
  await owner.ask('PUT', '/payout-rules/XOF', { approval_above: 10_000, low_balance: 1_000_000 });
  const payout = (amount: number) =>
    owner.ask('POST', '/payouts', {
      ...{ amount, currency: 'XOF', operator: 'mtn_ci' },
      recipient: { phone: phoneOf('mtn_ci', '22') },
    });
  await payout(11_000);
  const { body } = await payout(500);
  await pool.query('update payouts set needs_review = true where id = $1', [body.data.id]);
  const { id } = await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), {
    url: 'http://127.0.0.1:9/hook',
  });
  await pool.query(
    `update webhook_endpoints set enabled = false, disabled_reason = 'failing', disabled_at = now() where id = $1`,
    [id],
  );
}

describe('the overview', () => {
  test('lists the first steps for a new merchant, and ticks them off as they are done', patient, async () => {
    const page = await shop.open('owner', 'overview');
    const steps = page.locator('.overview-steps li');
    await steps.first().waitFor();
    await takePicture(page, 'overview-new');
    for (const [name, address] of [
      ['Take a test payment', /test\/trial$/],
      ['Add a webhook endpoint', /test\/developers\/webhooks$/],
      ['Choose your colour', /test\/settings\/brand$/],
      ['Invite a colleague', /test\/team$/],
      ['Connect a provider account', /live\/go-live$/],
      ['Take the first live payment', /live\/go-live$/],
    ] as const) {
      const link = page.getByRole('link', { name });
      expect(await link.getAttribute('href')).toMatch(address);
    }
    await shop.sell('00');
    await page.getByRole('link', { name: 'Take a test payment' }).waitFor({ state: 'detached' });
    await steps.filter({ hasText: 'Take a test payment (Done)' }).waitFor();
    await shop.hire('viewer');
    await steps.filter({ hasText: 'Invite a colleague (Done)' }).waitFor();
  });

  test(
    'links to each list of items that need attention; the list has as many rows as the link says',
    patient,
    async () => {
      await makeNeeds();
      const page = await shop.open('owner', 'overview');
      await page.locator('.overview-needs').waitFor();
      await takePicture(page, 'overview-needs');
      const links = page.locator('.overview-needs a');
      const names = await links.allTextContents();
      expect(names).toHaveLength(7);
      for (const name of names) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.waitForURL((url) => !url.pathname.endsWith('/overview'));
        if (name.startsWith('Low balance')) {
          await page.getByRole('heading', { level: 1, name: 'Balances' }).waitFor();
        } else {
          await expect
            .poll(() => page.locator('.data-table tbody tr').count(), { message: name, timeout: 10_000 })
            .toBe(1);
        }
        await page.goBack();
        await links.first().waitFor();
      }
    },
  );

  test('shows charts that fit on a phone, and the same data as a table', patient, async () => {
    await fillHistory(dashboard.service, 6);
    const page = await dashboard.openAs('owner', { section: 'overview' });
    await page.locator('.overview-chart svg').nth(1).waitFor();
    await takePicture(page, 'overview-charts');
    await page.setViewportSize({ width: 360, height: 640 });
    for (const chart of await page.locator('.overview-chart svg').all()) {
      const box = await chart.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await page.getByText('Show as a table').click();
    expect(await page.locator('.overview-table tbody tr').count()).toBe(30);
  });
});
