import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeStaff } from '@guichet/server/dashboard/testing/visit';
import { makeCheckout } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Uses only Tab, Enter, Escape, arrow keys and typing: no mouse and no touch. */
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 180_000);
afterAll(() => dashboard.close());

/** The maximum number of focus stops, more than any page has. */
const tabs_max = 80;

/**
 * Whether the focus is visible: as an outline, or as a ring around the field that contains the focused element.
 */
const shows_focus = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return false;
  const rings = [focused, focused.parentElement, focused.closest('tr')?.querySelector('.row-link')].flatMap((one) =>
    one ? [getComputedStyle(one), getComputedStyle(one, '::after')] : []);
  return rings.some(({ outlineStyle, outlineWidth, boxShadow }) =>
    (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none')
    || getComputedStyle(focused).borderColor === getComputedStyle(document.documentElement).getPropertyValue('--accent');
})()`;

/** Presses Tab until the target has the focus, and checks at each stop that the focus is visible. */
async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'textbox' | 'combobox' | 'searchbox',
  name: string | RegExp,
) {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await target.waitFor();
  for (let count = 0; count < tabs_max; count++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 120) ?? ""');
    if (!focused.startsWith('<body')) expect(await page.evaluate(shows_focus), focused).toBe(true);
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

test('signing in, refunding, changing language and mode, and signing out work with the keyboard alone', {
  timeout: 120_000,
}, async () => {
  const { origin } = new URL(dashboard.url(''));
  const shop = { ...dashboard.service, url: origin };
  const { email } = await makeStaff(shop, 'finance');
  const { token } = await makeCheckout(shop, { description: 'Panier 12', metadata: { order: 'A-77' } });
  expect((await payOnPage(shop, token, { operator: 'mtn_ci', phone: '+2250548151600' })).state).toBe(
    'success',
  );

  const page = await dashboard.open();
  await tabTo(page, 'textbox', 'E-mail');
  await page.keyboard.type(email);
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(test_password);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.frame h1');

  // The first focus stop of a page is a link that skips the frame.
  await page.reload();
  await page.waitForSelector('.frame h1');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement?.id')).toBe('content');

  await page.reload();
  await tabTo(page, 'link', 'Payments');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await tabTo(page, 'searchbox', /./);
  await page.keyboard.type('A-77');
  await page.waitForURL(/text=A-77/);
  await tabTo(page, 'combobox', 'Status');
  await page.keyboard.type('Paid');
  await page.waitForURL(/status=success/);
  await tabTo(page, 'link', /Panier 12/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Payment / }).waitFor();

  await tabTo(page, 'button', 'Refund');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  // The first dialog is cancelled: the focus returns to the button.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Refund');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', /^Reason/);
  await page.keyboard.type('Article épuisé');
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Refund .*\d/);
  await page.keyboard.press('Enter');
  await page.getByText('Article épuisé').first().waitFor();

  await tabTo(page, 'button', /Your account/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Français' }).waitFor();
  for (let count = 0; count < tabs_max; count++) {
    await page.keyboard.press('ArrowDown');
    if ((await page.evaluate('document.activeElement?.textContent')) === 'Français') break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe('fr');
  await tabTo(page, 'link', 'Réel');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/live\/payments/);
  expect(dashboard.browser.problems()).toEqual([]);
});
