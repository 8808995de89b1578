import { createMerchant } from '@guichet/core/accounts';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeStaff } from '@guichet/server/dashboard/testing/visit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../test-support/actors.ts';
import { type Dashboard, openDashboard, signIn } from './open-dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

test(
  'somebody is invited by a link, joins with a new account, gets another role, and is removed',
  patient,
  async () => {
    const page = await dashboard.openAs('owner', { section: 'team' });
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('  Kofi@Shop.example ');
    await dialog.getByLabel('Support', { exact: false }).check();
    await dialog.getByRole('button', { name: 'Invite somebody' }).click();
    const link = (await page.locator('.copy code').textContent()) ?? '';
    expect(link).toMatch(/\/dashboard\/invitation#.{40,}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Open invitations' }).getByText('kofi@shop.example').waitFor();

    const guest = await dashboard.open({ viewport: 'phone' });
    await guest.goto(link);
    await guest.getByRole('heading', { name: /^Join / }).waitFor();
    await guest.getByLabel('Your name').fill('Kofi <b>Mensah</b>');
    await guest.getByLabel('Choose a password').fill('seven green boats at noon');
    await guest.getByRole('button', { name: 'Accept' }).click();
    await guest.getByRole('alert').waitFor();
    await guest.getByLabel('Your name').fill('Kofi Mensah');
    await guest.getByRole('button', { name: 'Accept' }).click();
    await guest.waitForSelector('.frame h1');
    expect(await guest.getByRole('button', { name: 'Invite somebody' }).count()).toBe(0);

    const late = await dashboard.open();
    await late.goto(link);
    await late.getByRole('heading', { name: 'This invitation no longer works' }).waitFor();

    await guest.goto(dashboard.url('payments'));
    await guest.setViewportSize({ width: 1280, height: 800 });
    const may_see_team = guest.getByRole('link', { name: 'Team' });
    await may_see_team.waitFor();
    await page.getByRole('button', { name: 'Actions for Kofi Mensah' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('dialog').getByLabel('Viewer', { exact: false }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Kofi Mensah/ })
      .getByText('Viewer')
      .waitFor();
    // The open page changes immediately.
    await may_see_team.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Actions for Kofi Mensah' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: /Kofi Mensah/ }).waitFor({ state: 'detached' });
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto(dashboard.url('audit?object_type=member&action=deleted'));
    await page.locator('.audit summary').first().click();
    await page.locator('.audit').getByText('viewer').waitFor();
  },
);

test('somebody joins a second team with a separate sign-in, and switches between them', patient, async () => {
  const { service } = dashboard;
  const { id } = await createMerchant(service.ctx, command, { name: 'Librairie du Port', country: 'TG' });
  const { email } = await makeStaff(service, 'owner', id);
  const page = await dashboard.openAs('admin', { section: 'team' });
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Invite somebody' }).click();
  const link = (await page.locator('.copy code').textContent()) ?? '';

  const guest = await dashboard.open();
  await signIn(guest, email);
  await guest.waitForURL(new RegExp(id));
  await guest.goto(link);
  await guest.getByText('This creates your account at').waitFor();
  await guest.getByLabel('Your name').fill('Kofi Mensah');
  await guest.getByLabel('Choose a password').fill(test_password);
  await guest.getByRole('button', { name: 'Accept' }).click();
  await guest.waitForURL(new RegExp(service.demo.merchant_id));

  await guest.getByRole('button', { name: /^Merchant:/ }).click();
  await guest.getByRole('menuitem', { name: 'Sign in to another merchant' }).click();
  await signIn(guest, email);
  await guest.getByRole('heading', { name: 'Which merchant?' }).waitFor();
  await guest.getByRole('button', { name: 'Librairie du Port' }).click();
  await guest.waitForURL(new RegExp(id));
  await guest.goto(dashboard.url('team'));
  await guest.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});

test('the team page works by keyboard alone', patient, async () => {
  const page = await dashboard.openAs('owner', { section: 'team' });
  await page.getByRole('table').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('email');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Invite somebody');
});
