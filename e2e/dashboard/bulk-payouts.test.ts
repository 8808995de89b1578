import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StaffActor } from '@guichet/core/platform';
import { setPayoutRule } from '@guichet/core/transfers';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../test-support/tier.ts';

/** A folder where screenshots of every page are saved for review. */
const { SCREENSHOTS: pictures } = process.env;
const axe_path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let dashboard: Dashboard;
let axe: string;
beforeAll(async () => {
  axe = await readFile(axe_path, 'utf8');
  dashboard = await openDashboard();
}, 180_000);
afterAll(() => dashboard.close());

const heading = 'montant;devise;téléphone;opérateur;nom;référence';
const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${[heading, ...lines].join('\r\n')}\r\n`),
});
/** Valid lines, with different amounts each time, so that no two files are the same. */
const right = (first: number) => [
  `${first};XOF;+2250504030200;mtn_ci;Awa Koné;A-1`,
  `${first + 1};XOF;2250504030201;;"<img src=x onerror=alert(1)>";A-2`,
];

async function openBulk(page: Page): Promise<void> {
  await page.goto(dashboard.url('payouts/bulk'));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const choose = (page: Page, chosen: ReturnType<typeof file>) =>
  page.setInputFiles('input[type=file]', chosen);

async function upload(page: Page, chosen: ReturnType<typeof file>): Promise<string> {
  await openBulk(page);
  await choose(page, chosen);
  await page.waitForURL(/\/payouts\/bulk\/pob_/);
  await page.getByRole('heading', { name: chosen.name }).waitFor();
  return page.url();
}

async function confirm(page: Page, action = 'Confirm and send'): Promise<void> {
  await page.getByRole('button', { name: action }).click();
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function setRule(approval_above: number): Promise<void> {
  const { merchant_id } = dashboard.service.demo;
  const about = {
    kind: 'staff',
    user_id: 'x',
    name: 'x',
    email: 'x@shop.example',
    address: '',
    request_id: '',
  } as const;
  const owner: StaffActor = { ...about, merchant_id, role: 'owner', mode: 'test' };
  await setPayoutRule(dashboard.service.ctx, owner, {
    currency: 'XOF',
    body: { approval_above, low_balance: null },
  });
}

describe('a file of payouts', () => {
  it('is checked, confirmed after a second check, and updated without a reload', {
    timeout: 120_000,
  }, async () => {
    const page = await dashboard.openAs('finance', { section: 'payouts' });
    await page.getByRole('link', { name: 'Many at once' }).click();
    await choose(page, file('november.csv', right(1000)));
    await page.getByRole('heading', { name: 'november.csv' }).waitFor();
    await page.getByText('Awaiting confirmation').waitFor();
    // The file's contents are shown as text only.
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    await page.evaluate('globalThis.was_loaded_once = true');
    await confirm(page);
    await page.getByText('Paid: 1').waitFor({ timeout: 30_000 });
    await page.getByText('Failed: 1').waitFor();
    expect(await page.evaluate('globalThis.was_loaded_once')).toBe(true);

    await page.getByRole('link', { name: 'Failed: 1' }).click();
    await page.getByText('Showing the payouts of one file only.').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.goBack();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the results' }).click(),
    ]);
    const results = await readFile(await download.path(), 'utf8');
    expect(results).toContain('A-2,failed,1001,XOF,+2250504030201,mtn_ci');
    expect(dashboard.browser.problems()).toEqual([]);
  });

  it('with an invalid line sends nothing and identifies the line, in the reader’s language', {
    timeout: 120_000,
  }, async () => {
    const page = await dashboard.openAs('finance', { locale: 'fr-FR' });
    await upload(
      page,
      file('fautes.csv', [...right(2000), '1.000;XOF;+2250504030203;;;', '5;XOF;0504030203;;;']),
    );
    await page.getByText('Rien n’est envoyé : ce fichier contient 2 erreurs').waitFor();
    const row = page.getByRole('row', { name: /Ligne 4/ });
    expect(await row.textContent()).toContain('« 1.000 » peut se lire de deux façons. Écrivez 1000 ou 1,0.');
    expect(await page.getByRole('button', { name: 'Confirmer' }).count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Tout télécharger en CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('5,téléphone,erreur,');
  });

  it('can be dropped on the page or chosen by keyboard', { timeout: 120_000 }, async () => {
    const page = await dashboard.openAs('finance');
    await openBulk(page);
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(`amount,currency,phone\n3000,XOF,+2250504030200\n`)}], 'dropped.csv'));
      document.querySelector('.drop-file').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    await page.getByRole('heading', { name: 'dropped.csv' }).waitFor();
    await openBulk(page);
    // Begins to wait before the key is pressed, because the browser needs a moment to begin intercepting the file
    // chooser.
    const chosen = page.waitForEvent('filechooser');
    await page.getByLabel('Drop a CSV file here').focus();
    await page.evaluate(
      'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
    );
    await page.keyboard.press('Enter');
    const chooser = await chosen;
    await chooser.setFiles(file('typed.csv', right(3100)));
    await page.getByRole('heading', { name: 'typed.csv' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded', { exact: true }).first().waitFor();
  });

  it('with the same content as an earlier file causes a warning, and is paid only after confirmation', {
    timeout: 120_000,
  }, async () => {
    const page = await dashboard.openAs('finance');
    await upload(page, file('first.csv', right(4000)));
    await confirm(page);
    await page.getByText('Payout status').waitFor();
    await upload(page, file('second.csv', right(4000)));
    await page.getByText('uploaded a file with the same content').waitFor();
    const button = page.getByRole('button', { name: 'Confirm and send' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('I know that the same content was already paid').check();
    await confirm(page);
    await page.getByText('Payout status').waitFor();
  });

  it('above the limit waits for approval by a second person, who sees it without a reload', {
    timeout: 120_000,
  }, async () => {
    await setRule(9_000);
    const page = await dashboard.openAs('finance');
    const other = await dashboard.openAs('owner');
    const address = await upload(page, file('large sum.csv', right(5000)));
    await other.goto(address);
    await other.getByText('Awaiting confirmation').waitFor();
    await confirm(page, 'Confirm and ask for approval');
    await page.getByText('You confirmed this file').waitFor();
    await other.getByRole('button', { name: 'Approve all' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Approve all' }).click();
    await page.getByText('Paid: 1').waitFor({ timeout: 30_000 });
    // In the dashboard, a second person would have to approve this change.
    const { ctx, demo } = dashboard.service;
    await ctx.pool.query('delete from payout_rules where merchant_id = $1', [demo.merchant_id]);
  });
});

/** The accessibility violations that axe finds on the page. */
async function breachesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(async () => {
    ${axe}
    const { violations } = await axe.run('html', { iframes: false });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | '));
  })()`);
}

const looks = [
  ['phone', 'fr-FR', 'dark', 30],
  ['desktop', 'en-GB', 'light', 20],
  ['phone', 'en-GB', 'light', 40],
  ['desktop', 'fr-FR', 'dark', 50],
] as const;

/** Runs only at night: `pages.test.ts` examines the same pages on every run. */
describe.runIf(isNightly)('each page', () => {
  it.each(looks)(
    'is accessible on a %s in %s, %s',
    async (viewport, locale, colorScheme, amount) => {
      const page = await dashboard.openAs('owner', { viewport, locale });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found: Record<string, unknown> = {};
      const look = async (name: string): Promise<void> => {
        await page.waitForSelector('main .mantine-Skeleton-root', { state: 'detached' });
        const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
        const breaches = await breachesOf(page);
        if (wide || breaches.length > 0) found[name] = { wide, breaches };
        if (!pictures) return;
        const path = join(pictures, `${name}-${viewport}-${locale}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
      };
      await openBulk(page);
      await look('bulk');
      await upload(
        page,
        file('erreurs.csv', [
          ...right(10),
          'x;CFA;12;;;',
          '7;XOF;+2250504030205;orange_ci;;',
          '8;XOF;+2250504030205;;;A-1',
        ]),
      );
      await look('refused');
      await upload(
        page,
        file('salaries.csv', [
          ...right(amount),
          '7;XOF;+2250504030200;;Moussa Diop;',
          '7;XOF;+2250504030200;;;',
        ]),
      );
      await look('checked');
      await page.getByRole('button', { name: /^Confirm/ }).click();
      await page.getByRole('dialog').waitFor();
      await look('confirm');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Confirm/ })
        .click();
      await page.locator('.bulk-states').waitFor();
      await look('confirmed');
      expect(found).toEqual({});
    },
    120_000,
  );
});
