import { beginRecovery, endRecovery, showRecovery } from '@guichet/core/operations';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { callApi } from '@guichet/server/testing/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { takePicture } from './take-picture.ts';

/** A restored service, which the owner of its only merchant resumes. */
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard({ is_alone: true });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

test('every page shows that payments are paused until an owner resumes them', patient, async () => {
  const { service } = dashboard;
  await beginRecovery(service.ctx, command);
  const made = await callApi(service, '/api/v1/payouts', {
    method: 'POST',
    json: { amount: 500, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: '+2250504030200' } },
    key: service.demo.test_key,
    headers: { 'idempotency-key': 'wages-1' },
  });
  expect(made.status).toBe(201);
  const page = await dashboard.openAs('owner');
  const notice = page.getByRole('region', { name: 'Payments are paused' });
  await notice.waitFor();
  await page.goto(dashboard.url('balances'));
  await notice.getByText('What to do, and what was found').click();
  await notice.getByText('To be sent once payments resume').waitFor();
  await takePicture(page, 'recovery');
  // The worker may have checked before the payout was created; in that case, it checks again.
  await expect
    .poll(() => showRecovery(service.ctx, command), { timeout: 30_000 })
    .toMatchObject({ looked_at: expect.any(String), to_inquire: 0 });
  await page.reload();
  await notice.getByRole('button', { name: 'Resume payments' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume payments' });
  await dialog.waitFor();
  await takePicture(page, 'recovery-open');
  await dialog.getByRole('button', { name: 'Resume payments' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.getByText('Payments have resumed').waitFor();
  await expect(endRecovery(service.ctx, command)).rejects.toMatchObject({ code: 'conflict' });
  await page.goto(dashboard.url('audit'));
  await page.locator('strong', { hasText: 'Recovery of the service' }).first().waitFor();
});
