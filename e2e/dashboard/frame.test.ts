import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOffline } from '../../test-support/browser.ts';
import { sampleOf } from '../../test-support/tier.ts';
import { enter, makeShop, mark, type Shop, wasReloaded } from './shop.ts';

/** The frame around every page: mode, language, menu and links, and the loss of the connection or the session. */
let dashboard: Dashboard;
let shop: Shop;
let payment_id: string;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  ({ payment_id } = await shop.sell('00', { amount: 5000, description: 'Two chairs' }));
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
const band = (page: Page) => page.getByText('Test mode: nothing here is real money.');
const chairs = (page: Page) => page.getByRole('row', { name: /Two chairs/ });

test('live mode shows no test data, and every page shows its mode', patient, async () => {
  const page = await shop.open('owner', 'payments');
  await chairs(page).waitFor();
  await band(page).waitFor();
  const modes = page.getByRole('navigation', { name: 'Mode' });
  await modes.getByRole('link', { name: 'Live' }).click();
  await page.waitForURL(shop.url('payments', 'live'));
  await page.getByRole('heading', { name: 'No payments yet' }).waitFor();
  expect(await band(page).count()).toBe(0);
  await page.goBack();
  await band(page).waitFor();
  await page.goto(shop.url(`payments/${payment_id}`, 'live'));
  await page.getByRole('alert').waitFor();
  await modes.getByRole('link', { name: 'Test' }).click();
  await chairs(page).waitFor();
});

test('switching the language changes every text without a reload, and is remembered', patient, async () => {
  const page = await shop.open('owner', `payments/${payment_id}`);
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await mark(page);
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Historique' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await page.getByText('Mode test : rien ici n’est de l’argent réel.').waitFor();
  expect(await wasReloaded(page)).toBe(false);
  await page.goto(shop.url('overview'));
  await page.getByRole('heading', { level: 1, name: 'Vue d’ensemble' }).waitFor();
  expect(await page.title()).toBe('Vue d’ensemble · Guichet');
});

test('on a phone the menu is a drawer that closes after navigating', patient, async () => {
  const page = await shop.open('owner', 'overview', { viewport: 'phone' });
  // Most people see the drawer animated; the test browser turns animations off by default.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.locator('.frame-side').isVisible()).toBe(false);
  const burger = page.getByRole('button', { name: 'Menu' });
  await burger.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Payments' }).click();
  await drawer.waitFor({ state: 'detached' });
  await chairs(page).click();
  await page.getByRole('heading', { level: 1, name: /^Payment/ }).waitFor();
  // The new page takes the focus a moment after it appears; if the menu were opened before that, closing it would
  // return the focus to the page.
  await page.locator('#content:focus').waitFor();
  await burger.click();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect
    .poll(() => burger.evaluate((button) => button === button.ownerDocument.activeElement))
    .toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

const sections = ['overview', 'payments', 'customers', 'balances', 'payouts', 'team', 'audit'];
test.each(sampleOf(sections, 1))(
  'the page of %s makes each request only once, including those that start before its scripts load',
  patient,
  async (section) => {
    const page = await shop.open('owner', section);
    await page.goto(`${shop.service.url}/healthz`);
    const asked: string[] = [];
    const is_listening = page.waitForRequest(/\/changes$/);
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/dashboard/api/')) asked.push(pathname);
    });
    const early = page.waitForRequest(/\/assets\/early-/);
    const first = page.waitForRequest(/\/dashboard\/api\/me$/);
    await page.goto(shop.url(section));
    await early;
    expect((await first).frame().url()).toBe(shop.url(section));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await is_listening;
    const before = asked.slice(
      0,
      asked.findIndex((path) => path.endsWith('/changes')),
    );
    expect(before.length).toBeGreaterThan(1);
    expect(before.filter((path, at) => before.indexOf(path) !== at)).toEqual([]);
  },
);

test('a page whose scripts fail to load shows an error and offers a retry', patient, async () => {
  const page = await shop.open('viewer', 'payments', { viewport: 'phone' });
  await page.goto('about:blank');
  await page.route('**/assets/index-*.js', (route) => route.abort('connectionreset'));
  await page.goto(shop.url('payments?status=success'));
  const note = page.getByRole('alert');
  await note.getByText('La page n’a pas pu être chargée.').waitFor();
  await page.unroute('**/assets/index-*.js');
  await note.getByRole('link', { name: 'Try again' }).click();
  await chairs(page).waitFor();
  expect(page.url()).toBe(shop.url('payments?status=success'));
  expect(await note.count()).toBe(0);
});

test(
  'a part of the page that fails to load later is reported, and the rest of the page works',
  patient,
  async () => {
    const page = await shop.open('viewer', 'payments');
    await page.goto('about:blank');
    const late = /\/assets\/(account-list|merchant-list|side-drawer|esm)-/;
    await page.route(late, (route) => route.abort('connectionreset'));
    await page.goto(shop.url('payments'));
    await page.getByRole('button', { name: /Your account/ }).click();
    const note = page.getByRole('alert').filter({ hasText: 'The server could not be reached.' });
    await note.waitFor();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await page.unroute(late);
    await note.getByRole('button', { name: 'Try again' }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  },
);

test(
  'a page that goes offline shows a notice, keeps its content, and refreshes when it reconnects',
  patient,
  async () => {
    const page = await shop.open('viewer', 'payments');
    await chairs(page).waitFor();
    await setOffline(page, true);
    await page.getByText('You are offline. This page may be out of date').waitFor();
    await chairs(page).waitFor();
    await shop.order({ description: 'While away' });
    await setOffline(page, false);
    await page.getByText('You are offline. This page may be out of date').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /While away/ }).waitFor();
  },
);

test('an unresponsive server gives an error with a retry, and the page recovers', patient, async () => {
  const page = await shop.open('viewer', 'overview');
  await page.route('**/dashboard/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Customers' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The server could not be reached.').waitFor();
  await page.unroute('**/dashboard/api/**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.data-table tbody tr').first().waitFor();

  // A proxy in front of the server responds with its own error page.
  await page.route('**/dashboard/api/**', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  );
  await page.getByRole('link', { name: 'Balances' }).click();
  await alert.getByText('Something went wrong on our side.').waitFor();
  await page.unroute('**/dashboard/api/**');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.balance').first().waitFor();
});

test(
  'after a session expires, signing in leads back to the page, and a different person sees nothing of the previous one',
  patient,
  async () => {
    const email = await shop.hire('support', 'Awa');
    const page = await dashboard.open();
    await enter(dashboard, page, email, shop.url(`payments/${payment_id}`));
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Too late');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: /^Refund/ }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Two chairs').count()).toBe(0);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(test_password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Payment/ }).waitFor();
    expect(page.url()).toBe(shop.url(`payments/${payment_id}`));
    const { rows } = await shop.service.ctx.pool.query('select from refunds where payment_id = $1', [
      payment_id,
    ]);
    expect(rows).toHaveLength(0);
  },
);
