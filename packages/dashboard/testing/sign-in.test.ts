import { makeStaff } from '@guichet/server/dashboard/testing/visit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleOf } from '../../../test-support/tier.ts';
import { type Dashboard, openDashboard, signIn } from './open-dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

test('a link leads to its page after signing in, and a wrong password is reported', patient, async () => {
  const { email } = await makeStaff(dashboard.service, 'owner');
  const page = await dashboard.open();
  const link = dashboard.url('audit?action=created&from=2020-01-01');
  await page.goto(link);
  await page.waitForURL(/\/dashboard\/sign-in\?next=/);
  await signIn(page, email, 'not this one at all');
  await page.getByRole('alert').getByText('The e-mail or the password is wrong.').waitFor();
  await signIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  expect(new URL(page.url()).search).toBe('?action=created&from=2020-01-01');
  expect(await page.getByLabel('Action', { exact: true }).inputValue()).toBe('created');
});

test.each(sampleOf(['/\\evil.example', '//evil.example/', 'https://evil.example/'], 1))(
  'signing in never leads to %s',
  patient,
  async (next) => {
    const { email } = await makeStaff(dashboard.service, 'viewer');
    const page = await dashboard.open();
    await page.goto(`${new URL(page.url()).origin}/dashboard/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, email);
    await page.waitForSelector('.frame h1');
    expect(new URL(page.url()).hostname).toBe('localhost');
  },
);

test(
  'the page is in the browser’s language until another is chosen, which is then kept',
  patient,
  async () => {
    const page = await dashboard.open({ locale: 'fr-FR' });
    await page.getByRole('heading', { name: 'Connexion' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await page.getByRole('button', { name: 'EN: English' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.title()).toBe('Sign in · Guichet');
  },
);

test('signing out applies to every window', patient, async () => {
  const page = await dashboard.openAs('owner');
  const other = await page.context().newPage();
  await other.goto(dashboard.url('team'));
  await other.getByRole('heading', { name: 'Team' }).waitFor();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByRole('link', { name: 'Audit log' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
});
