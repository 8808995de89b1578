import { join } from 'node:path';
import { enrol, totpOf } from '@guichet/server/dashboard/testing/enrol';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeVisit, type Visit } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Dashboard, openDashboard, signIn } from './open-dashboard.ts';

/** The folder for screenshots to look at; none by default. */
const { SCREENSHOTS: pictures } = process.env;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());
// A test that fails halfway must not lock the others out, and all tests sign in from one address.
beforeEach(async () => {
  await query(
    'update merchants set second_factor_required = false, second_factor_in_live = false where id = $1',
    [dashboard.service.demo.merchant_id],
  );
  await query('delete from rate_limit_buckets');
});

const patient = { timeout: 150_000 };
const query = (text: string, values: readonly unknown[] = []) =>
  dashboard.service.database.pool.query(text, [...values]);
const ageProofs = () => query(`update staff_sessions set proven_at = now() - interval '16 minutes'`);

async function take(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** Signs the same person in on another device, without a browser. */
async function visitOf(email: string): Promise<Visit> {
  const visit = makeVisit(dashboard.service);
  await visit.signIn(email);
  return visit;
}

async function invite(page: Page, email: string): Promise<void> {
  await page.goto(dashboard.url('team'));
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Invite somebody' }).click();
}

test('a sensitive operation requires step-up authentication', patient, async () => {
  const page = await dashboard.openAs('owner');
  await ageProofs();
  await invite(page, 'kofi@shop.example');
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Your password').waitFor();
  await take(page, 'proof');
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You did not confirm that it is you').waitFor();
  expect((await query(`select 1 from invitations where email = 'kofi@shop.example'`)).rowCount).toBe(0);

  await page.getByRole('dialog').getByRole('button', { name: 'Invite somebody' }).click();
  await proof.getByLabel('Your password').fill('not this one');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await proof.getByText('This is not your password').waitFor();
  await proof.getByLabel('Your password').fill(test_password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  // The original request is then sent again automatically.
  await page.locator('.copy code').waitFor();
  expect((await query(`select 1 from invitations where email = 'kofi@shop.example'`)).rowCount).toBe(1);
});

test(
  'adding a passkey requires step-up authentication, and the passkey can then be used for step-up authentication and for sign-in',
  patient,
  async () => {
    const page = await dashboard.openAs('owner');
    // Other tests must not get its virtual authenticator.
    onTestFinished(() => page.context().close());
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await ageProofs();
    await page.goto(dashboard.url('security'));
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name of the device').fill('My phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
    await proof.getByLabel('Your password').fill(test_password);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('My phone').waitFor();
    await ageProofs();
    await invite(page, 'ama@shop.example');
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await page.locator('.copy code').waitFor();
    await page.goto(dashboard.url('security'));
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForSelector('.frame h1');
  },
);

test(
  'when a merchant requires a second factor, each member is led through setting it up',
  patient,
  async () => {
    const page = await dashboard.openAs('owner', { section: 'settings/security' });
    await page.getByText('Set up two-factor authentication for yourself first').waitFor();
    // The second factor is set up on another device, so this session has confirmed only a password.
    const { code } = await enrol(await visitOf(page.email));
    const viewer = await dashboard.openAs('viewer');
    const app = await enrol(await visitOf(viewer.email));
    await page.reload();
    await page.getByRole('button', { name: 'Require it of every member' }).click();
    await page.getByLabel('Code from your authenticator app').fill(code());
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Required', { exact: true }).waitFor();
    await take(page, 'rule');

    // The page that the viewer already has open redirects by itself.
    await viewer.getByText('Boutique Aya requires').waitFor();
    await take(viewer, 'needed');
    await viewer.getByRole('button', { name: 'Confirm the second factor' }).click();
    await viewer.getByLabel('Code from your authenticator app').fill(app.code());
    await viewer.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await viewer.getByText('Boutique Aya requires').waitFor({ state: 'detached' });
    await viewer.goto(dashboard.url('payments'));
    await viewer.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();

    const member = await dashboard.openAs('finance', {
      section: 'payments',
      viewport: 'phone',
      locale: 'fr-FR',
    });
    await member.getByText('Boutique Aya exige').waitFor();
    await take(member, 'needed-phone');
    await member.getByRole('button', { name: 'Menu' }).click();
    const drawer = member.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link').first().waitFor();
    expect(await drawer.getByRole('link').count()).toBe(1);
    await drawer.getByRole('button', { name: 'Fermer le menu' }).click();
    await drawer.waitFor({ state: 'detached' });
    await member.getByRole('button', { name: 'Activer la double authentification' }).click();
    await member.getByRole('dialog').getByLabel('Votre mot de passe').fill(test_password);
    await member.getByRole('dialog').getByRole('button', { name: 'Continuer' }).click();
    await member.getByRole('button', { name: 'J’ai conservé les codes de secours' }).click();
    const key = (await member.locator('.copy code').textContent()) ?? '';
    await member.getByLabel('Puis saisissez les six chiffres qu’elle affiche').fill(totpOf(key));
    await member.getByRole('button', { name: 'Activer', exact: true }).click();
    await member.getByText('Boutique Aya exige').waitFor({ state: 'detached' });
    await member.goto(dashboard.url('payments'));
    await member.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();

    await page.goto(dashboard.url('settings/security'));
    await page.getByRole('button', { name: 'Stop requiring it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop requiring it' }).click();
    await page.getByText('Not required').nth(1).waitFor();
  },
);

test('live mode requires a second factor, and test mode works without one', patient, async () => {
  const page = await dashboard.openAs('finance', { viewport: 'phone', locale: 'fr-FR' });
  await query('update merchants set second_factor_in_live = true where id = $1', [
    dashboard.service.demo.merchant_id,
  ]);
  await page.goto(dashboard.url('payments', 'live'));
  await page.getByText('Boutique Aya exige').waitFor();
  await page.getByText('Le mode réel déplace de l’argent réel').waitFor();
  await take(page, 'needed-in-live-phone');
  await page.goto(dashboard.url('payments'));
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();
});

test('downloading a file in live mode requires step-up authentication', patient, async () => {
  const page = await dashboard.openAs('owner');
  await page.goto(dashboard.url('payments', 'live'));
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await ageProofs();
  const link = page.getByRole('link', { name: 'Export as CSV' });
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await link.click();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('You did not confirm that it is you').waitFor();
  await link.click();
  const loaded = page.waitForEvent('download');
  await proof.getByLabel('Your password').fill(test_password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  expect((await loaded).suggestedFilename()).toMatch(/\.csv$/);
});

test('an owner signs a member out everywhere without removing them', patient, async () => {
  const page = await dashboard.openAs('owner');
  const member = await dashboard.openAs('support');
  await page.goto(dashboard.url('team'));
  const row = page.getByRole('row').filter({ hasText: member.email });
  await row.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: /everywhere/ });
  await dialog.waitFor();
  await take(page, 'end-sessions');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await dialog.waitFor({ state: 'detached' });
  await member.reload();
  await member.getByRole('heading', { name: 'Sign in' }).waitFor();
  await row.waitFor();
  await page.goto(dashboard.url('settings/security'));
  await page.getByRole('heading', { name: 'Two-factor authentication in live mode' }).waitFor();
  await take(page, 'rules');
  await page.goto(dashboard.url('security'));
  await page.getByText('This device').waitFor();
  await take(page, 'sessions');
});

test(
  'the language and e-mail address that a person has chosen apply on their other devices',
  patient,
  async () => {
    const page = await dashboard.openAs('viewer');
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    await page.getByRole('button', { name: /Votre compte/ }).waitFor();
    await page.goto(dashboard.url('security'));
    const email = `new-${page.email}`;
    await page.getByLabel('E-mail').fill(email);
    await take(page, 'details');
    await page.getByRole('button', { name: 'Changer l’e-mail' }).click();
    await page.getByText('Connectez-vous désormais avec la nouvelle adresse').waitFor();

    const elsewhere = await dashboard.open({ viewport: 'phone' });
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(elsewhere, email);
    await elsewhere.getByRole('button', { name: /Votre compte/ }).waitFor();
  },
);

test('the audit log shows who tried to sign in', patient, async () => {
  const page = await dashboard.openAs('owner');
  const tried = await dashboard.open();
  await signIn(tried, page.email, 'not this one at all');
  await tried.getByRole('alert').waitFor();
  await page.goto(dashboard.url('audit?object_type=sign_in'));
  const first = page.locator('.audit > li').first();
  await first.getByText('Refused', { exact: true }).waitFor();
  await first.locator('summary').click();
  await first.getByRole('row', { name: /way .*password/i }).waitFor();
  await take(page, 'audit-sign-ins');
});
