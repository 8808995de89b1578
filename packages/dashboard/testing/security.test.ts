import { createHmac } from 'node:crypto';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, openDashboard, signIn } from './open-dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };

/** The code that an authenticator app shows for a key in base 32 (RFC 4226 section 5.3, RFC 6238). */
function codeOf(key: string): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

test(
  'a second factor is set up and required at sign-in, and each recovery code replaces it once',
  patient,
  async () => {
    const page = await dashboard.openAs('admin', { section: 'security' });
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill('not this one at all');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is not your password.').waitFor();
    await page.getByRole('dialog').getByLabel('Your password').fill(test_password);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();

    await page.getByText('Save your recovery codes').waitFor();
    const codes = await page.locator('.recovery-codes li').allTextContents();
    expect(codes.length).toBeGreaterThanOrEqual(8);
    await page.getByRole('button', { name: 'I have saved the recovery codes' }).click();
    await page.locator('img.qr').waitFor();
    const key = (await page.locator('.copy code').textContent()) ?? '';
    await page.getByLabel('Then enter the six-digit code it shows').fill(codeOf(key));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('After your password, you are asked for a code').waitFor();

    await signOut(page);
    await signIn(page, page.email);
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This code is wrong').waitFor();
    await page.getByLabel('Code').fill(codeOf(key));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForSelector('.frame h1');

    for (const [code, isRight] of [
      [codes[0] ?? '', true],
      [codes[0] ?? '', false],
    ] as const) {
      await signOut(page);
      await signIn(page, page.email);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(code);
      await page.getByRole('button', { name: 'Continue' }).click();
      if (isRight) await page.waitForSelector('.frame h1');
      else await page.getByText('This recovery code is wrong or was already used.').waitFor();
    }
  },
);

test('signing out everywhere else ends the other sessions only', patient, async () => {
  const page = await dashboard.openAs('viewer');
  const elsewhere = await dashboard.open();
  await signIn(elsewhere, page.email);
  await elsewhere.waitForSelector('.frame h1');
  await page.goto(dashboard.url('security'));
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByText('This device').waitFor();
});

test('a common password is refused with an explanation', patient, async () => {
  const page = await dashboard.openAs('support', { section: 'security' });
  await page.getByLabel('Current password').fill(test_password);
  await page.getByLabel('New password').fill('password1234');
  await page.getByRole('button', { name: 'Change the password' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect((await alert.textContent())?.length).toBeGreaterThan(20);
  await page.getByLabel('New password').fill('seven green boats at noon');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('Password changed.').waitFor();
});
