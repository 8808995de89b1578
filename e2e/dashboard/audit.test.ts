import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCsv, makeShop, mark, realProblems, type Shop, wasReloaded } from './shop.ts';

/** The audit log, watched by one person while others make changes in their own browsers. */
let dashboard: Dashboard;
let shop: Shop;
let auditor: Page;
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  auditor = await shop.open('finance', 'audit', { name: 'Binta' });
}, 120_000);
afterAll(() => dashboard.close());

const patient = { timeout: 120_000 };
/** The entries about one kind of object that are attributed to one person. */
const entriesOf = (what: string, who: string) =>
  auditor.locator('.audit > li', { hasText: what }).filter({ hasText: who });

/** Opens an entry. @returns its fields, each with its values before and after */
async function readChanges(entry: Locator): Promise<Record<string, string[]>> {
  await entry.locator('summary').click();
  const rows = await entry
    .locator('tbody tr')
    .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent ?? '')));
  return Object.fromEntries(rows.map(([field = '', ...values]) => [field.split(' ').at(-1), values]));
}

test(
  'a change appears in the audit log without a reload, with its author and the values before and after',
  patient,
  async () => {
    const owner = await shop.open('owner', 'settings/brand', { name: 'Kofi' });
    await mark(auditor);
    for (const color of ['#0F7A4D', '#1D4ED8']) {
      await owner.getByLabel('Code').fill(color);
      await owner.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => entriesOf('Merchant', 'Kofi').count()).toBe(color === '#0F7A4D' ? 1 : 2);
    }
    expect(await wasReloaded(auditor)).toBe(false);
    const entry = entriesOf('Merchant', 'Kofi').first();
    await entry.getByText('Changed').waitFor();
    expect(await readChanges(entry)).toMatchObject({ primary_color: ['#0F7A4D', '#1D4ED8'] });
    expect(await entry.textContent()).toMatch(/Kofi.*from 127\.0\.0\.1|Kofi.*from ::/);
  },
);

test('a newly created secret does not appear in the audit log', patient, async () => {
  const developer = await shop.open('developer', 'developers/keys', { name: 'Yao' });
  await developer.getByRole('button', { name: 'Create a key' }).click();
  await developer.getByLabel('Name').fill('Till 4');
  await developer.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  const key = (await developer.locator('.secret-box code').textContent()) ?? '';
  expect(key.length).toBeGreaterThan(20);
  const entry = entriesOf('API key', 'Yao').first();
  await entry.waitFor();
  expect(Object.keys(await readChanges(entry))).toContain('name');
  expect(await auditor.content()).not.toContain(key);
  expect(JSON.stringify(await loadCsv(auditor))).not.toContain(key);
});

test(
  'filtering by person and action yields a link that opens the same list for others',
  patient,
  async () => {
    await auditor.goto(shop.url('audit'));
    const entry = entriesOf('Merchant', 'Kofi').first();
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'Only this person' }).click();
    await auditor.locator('.audit').getByText('Yao').first().waitFor({ state: 'detached' });
    const all = await auditor.locator('.audit > li').allTextContents();
    expect(all.every((text) => text.includes('Kofi'))).toBe(true);
    await auditor.getByLabel('Action', { exact: true }).selectOption('Changed');
    await expect.poll(() => auditor.locator('.audit > li').count()).toBe(2);

    const other = await shop.open('admin', auditor.url().split('/test/')[1] ?? '');
    await expect.poll(() => other.locator('.audit > li').count()).toBe(2);
    await other.context().close();

    const rows = await loadCsv(auditor);
    expect(rows.map(({ action, author_name }) => `${action} ${author_name?.split(' <')[0]}`)).toEqual([
      'changed Kofi',
      'changed Kofi',
    ]);
    expect(JSON.parse(rows[0]?.after ?? '')).toMatchObject({ primary_color: '#1D4ED8' });
    expect(JSON.parse(rows[0]?.before ?? '')).toMatchObject({ primary_color: '#0F7A4D' });
    await auditor.getByLabel('Until').fill('2020-01-01');
    await auditor.getByRole('heading', { name: /^Nothing matches/ }).waitFor();
  },
);

test('the browsers report no errors', () => {
  expect(realProblems(dashboard.browser.problems())).toEqual([]);
});
