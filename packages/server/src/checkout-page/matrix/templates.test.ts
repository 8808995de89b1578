import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../../test-support/browser.ts';
import { textOf } from '../compress.ts';
import type { Page, View } from '../page.ts';
import { renderPage } from '../render.ts';
import { samplePage, sampleViews } from '../samples.ts';
import { openTab } from './testing/open-tab.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: true });
});
afterAll(() => browser.close());

const sizes = { phone: { width: 360, height: 640 }, desktop: { width: 1280, height: 800 } } as const;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
interface Shape {
  readonly amount: Box;
  readonly main: Box;
  readonly button: Box;
  readonly amount_px: number;
  readonly sticky: boolean;
  readonly page_px: number;
  readonly accent: string;
}

const readShape = `(() => {
  const box = (element) => { const { left, right, top, bottom } = element.getBoundingClientRect(); return { left, right, top, bottom }; };
  const button = document.querySelector('main .button');
  const amount = [...document.querySelectorAll('.amount')].find((one) => one.checkVisibility());
  return {
    amount: box(amount), main: box(document.querySelector('main')), button: box(button),
    amount_px: Number.parseFloat(getComputedStyle(amount).fontSize),
    sticky: getComputedStyle(button.closest('.action')).position === 'sticky',
    page_px: document.body.getBoundingClientRect().height,
    accent: getComputedStyle(button).backgroundColor,
  };
})()`;

async function shapeOf(
  template: Page['template'],
  size: keyof typeof sizes,
  page: Partial<Page> = {},
): Promise<Shape> {
  const { look } = await openTab(browser, { ...sizes[size], scheme: 'light' });
  const view = sampleViews.choose_countries;
  if (!view) throw new Error('the sample is missing');
  return look<Shape>(textOf(renderPage({ ...samplePage, view, ...page, template })), readShape);
}

test('default is one column on a phone, and on a desktop a ticket with the amount on its stub', async () => {
  const phone = await shapeOf('default', 'phone');
  expect(phone.amount.bottom).toBeLessThanOrEqual(phone.main.top);
  expect(phone.main.left).toBeLessThanOrEqual(phone.amount.left);
  const desktop = await shapeOf('default', 'desktop');
  expect(desktop.amount.right).toBeLessThanOrEqual(desktop.main.left);
  expect(desktop.amount.top).toBeGreaterThan(desktop.main.top);
  // A card on the ground, unlike cotonou, whose columns fill the window.
  expect(desktop.main.right).toBeLessThan(sizes.desktop.width - 150);
  expect([phone.sticky, desktop.sticky]).toEqual([false, false]);
});

test('abidjan fills the height of a phone, with a large amount on top, and its button always visible', async () => {
  const { choose_countries } = sampleViews;
  if (choose_countries?.kind !== 'choose') throw new Error('the sample is of another kind');
  const view: View = { ...choose_countries, problems: { operator: 'missing' } };
  const { amount, main, button, amount_px, sticky } = await shapeOf('abidjan', 'phone', { view });
  const plain = await shapeOf('default', 'phone');
  expect(amount.bottom).toBeLessThanOrEqual(main.top);
  expect(amount_px).toBeGreaterThan(plain.amount_px);
  // With the list of ways open, the form is longer than the window; its button is visible anyway.
  expect(main.bottom).toBeGreaterThan(sizes.phone.height);
  expect(sticky).toBe(true);
  expect(button.bottom).toBeLessThanOrEqual(sizes.phone.height);
  const short = sampleViews.otp;
  if (!short) throw new Error('the sample is missing');
  expect((await shapeOf('abidjan', 'phone', { view: short })).page_px).toBeGreaterThanOrEqual(
    sizes.phone.height,
  );
});

test('cotonou has the summary on the left and the form on the right of a desktop', async () => {
  const { amount, main } = await shapeOf('cotonou', 'desktop');
  expect(amount.right).toBeLessThanOrEqual(main.left);
  expect(amount.top).toBeLessThan(main.bottom);
  expect(amount.bottom).toBeGreaterThan(0);
});

test.each(['default', 'abidjan', 'cotonou'] as const)(
  'the buttons of %s have the merchant’s colour',
  async (template) => {
    const own = await shapeOf(template, 'desktop', { primary_color: '#0A7D3C' });
    expect(own.accent).toBe('rgb(10, 125, 60)');
    const blue = await shapeOf(template, 'desktop', { primary_color: null });
    expect(blue.accent).toBe('rgb(29, 78, 216)');
  },
);
