import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, openDashboard } from './open-dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 120_000);
afterAll(() => dashboard.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong, and what is wider than the window. */
async function findBreaches(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(`axe.run({
    runOnly: { type: 'tag', values: ${JSON.stringify(tags)} },
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
    preload: false,
  }).then(({ violations }) => [
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 160))),
    ...(document.scrollingElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`);
}

const languages = ['en-GB', 'fr-FR'] as const;
const schemes = ['light', 'dark'] as const;
const sizes = [
  [320, 568],
  [360, 640],
  [1280, 800],
] as const;

/** Looks at a page in both schemes and every size. */
async function lookAtAll(page: Page): Promise<string[]> {
  const breaches: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const found = await findBreaches(page);
      breaches.push(...found.map((breach) => `${width} px, ${colorScheme}: ${breach}`));
    }
  }
  return breaches;
}

test('what is wrong is found', { timeout: 60_000 }, async () => {
  const page = await dashboard.open();
  await page.evaluate(`document.querySelector('h1').insertAdjacentHTML('afterend',
    '<p id="pale">pale</p><input><div id="wide">.</div>');
    pale.style.color = '#bbb'; wide.style.width = '2000px'`);
  const rules = (await findBreaches(page)).map((breach) => breach.split(':')[0]);
  expect(new Set(rules)).toEqual(new Set(['color-contrast', 'label', 'wider than the window']));
});

describe.each(languages)('%s', (locale) => {
  test.each([
    ['sign-in', 'form'],
    ['invitation#nothing', 'h1'],
    ['reset-password#nothing', 'form'],
    ['nothing/here', 'h1'],
  ])('/dashboard/%s', { timeout: 120_000 }, async (path, sign) => {
    const page = await dashboard.open({ locale });
    await page.goto(new URL(`/dashboard/${path}`, page.url()).href);
    await page.waitForSelector(sign);
    expect(await lookAtAll(page)).toEqual([]);
  });

  test('every section, and the menus', { timeout: 240_000 }, async () => {
    const page = await dashboard.openAs('owner', { locale });
    const links = page.locator('.frame-side a');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    for (const address of addresses) {
      await page.goto(new URL(address, page.url()).href);
      await page.waitForSelector('.frame h1');
      await page.locator('.frame-content [role=status][aria-label]').first().waitFor({ state: 'detached' });
      expect(await lookAtAll(page), address).toEqual([]);
    }
    await page.locator('.account').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await findBreaches(page), 'the menu of the account').toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 640 });
    await page.locator('.frame-burger').click();
    await page.getByRole('dialog').locator('a').first().waitFor();
    expect(await findBreaches(page), 'the drawer').toEqual([]);
  });

  test('a dialog', { timeout: 60_000 }, async () => {
    const page = await dashboard.openAs('owner', { locale });
    // Writing that is still fading in is pale.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(dashboard.url('team'));
    await page.locator('.page-head button').click();
    await page.getByRole('dialog').locator('form').waitFor();
    expect(await lookAtAll(page)).toEqual([]);
  });
});

test('none of it was refused by the Content-Security-Policy', () => {
  const refused = dashboard.browser
    .problems()
    .filter((problem) => problem.includes('Content Security Policy'));
  expect(refused).toEqual([]);
});
