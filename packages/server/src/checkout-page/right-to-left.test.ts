import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, viewports } from '../../../../test-support/browser.ts';
import { isNightly } from '../../../../test-support/tier.ts';
import { textOf } from './compress.ts';
import type { Language, Page, View } from './page.ts';
import { renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';
import { languages, texts } from './texts/texts.ts';

const templates = ['default', 'abidjan', 'cotonou'] as const;
const mirrored = languages.filter((language) => texts[language].direction === 'rtl');
/** The narrowest window that everything must fit in (WCAG 2.2 criterion 1.4.10). */
const narrowest_px = 320;
const widths = isNightly ? [narrowest_px, viewports.phone.width] : [narrowest_px];

let browser: TestBrowser;
let window: BrowserPage;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: false });
  window = await browser.newPage({ viewport: 'phone' });
});
afterAll(() => browser.close());

async function show(part: Partial<Page>, width: number = viewports.phone.width): Promise<void> {
  await window.setViewportSize({ width, height: viewports.phone.height });
  // A page that refreshes itself after some seconds would change while it is measured.
  const page = textOf(renderPage({ ...samplePage, ...part }));
  await window.setContent(page.replace(/<noscript><meta http-equiv="refresh"[^>]*><\/noscript>/, ''));
}

const view = (kind: string): View => sampleViews[kind] ?? samplePage.view;

/** An offset that differs from one template and language to the next, to vary the views under test. */
const turnOf = (template: (typeof templates)[number], language: Language): number =>
  templates.indexOf(template) + languages.indexOf(language);

/** All views at night; otherwise each view in one template only, which differs from one language to the next. */
function kindsFor(template: (typeof templates)[number], language: Language): readonly string[] {
  const turn = turnOf(template, language);
  return Object.keys(sampleViews).filter((_, at) => isNightly || (at + turn) % templates.length === 0);
}

/** Pixels by which the page is wider than its window. */
const overflow = (): Promise<number> =>
  window.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * The distance from the left edge of each character of the text, at the text's first visible occurrence; empty if
 * the text does not occur.
 */
const placesOf = (text: string): Promise<readonly number[]> =>
  window.evaluate<number[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.data.indexOf(${JSON.stringify(text)});
      if (start < 0 || node.parentElement.getClientRects().length === 0) continue;
      return [...${JSON.stringify(text)}].map((sign, index) => {
        const range = document.createRange();
        range.setStart(node, start + index);
        range.setEnd(node, start + index + 1);
        return range.getBoundingClientRect().left;
      });
    }
    return [];
  })()`);

const centreOf = async (selector: string): Promise<number> => {
  const box = await window.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box.x + box.width / 2;
};

describe.each(templates)('%s', (template) => {
  test.each(mirrored)('in %s is mirrored', async (language) => {
    for (const [shown, comesFirst] of [
      ['fr', Math.min],
      [language, Math.max],
    ] as const satisfies readonly [Language, unknown][]) {
      await show({ template, language: shown, view: view('confirm') });
      for (const [first, second] of [
        ['.shop', '.languages'],
        ['.way .mark', '.way .link'],
        ['main dt', 'main dd'],
      ] as const) {
        const places = [await centreOf(first), await centreOf(second)] as const;
        expect(comesFirst(...places), `${shown} ${first}`).toBe(places[0]);
      }
      await show({ template, language: shown, view: view('choose') });
      const places = [await centreOf('.mark'), await centreOf('[type=radio]')] as const;
      expect(comesFirst(...places), `${shown} choose`).toBe(places[0]);
    }
  });

  test.each(mirrored)(
    'in %s keeps the order of dial codes, numbers, amounts and references',
    async (language) => {
      const cases: Readonly<Record<string, readonly string[]>> = {
        otp: ['#144*82#'],
        waiting: [
          '#144*82#',
          '+225\u00a007\u00a000\u00a000\u00a000\u00a000',
          '25\u202f375\u00a0F\u00a0CFA',
          '14:14\u00a0GMT',
          '14:32\u00a0GMT',
        ],
        confirm: ['+225\u00a007\u00a000\u00a000\u00a000\u00a000', '25\u202f000\u00a0F\u00a0CFA'],
        unknown: ['+225\u00a007\u00a000\u00a000\u00a000\u00a000', 'pay_01K0Z7M2V4T8Q9R3XJ5B6C7D8E'],
        choose: ['+\u00a0'],
        hand_over: ['7KQ2-M9XD', 'pay.shop.example/pay'],
      };
      for (const [kind, shown] of Object.entries(cases)) {
        await show({ template, language, view: view(kind) });
        for (const text of shown) {
          const places = await placesOf(text);
          expect(places.length, `${kind} ${text}`).toBe(text.length);
          expect(
            places.toSorted((left, right) => left - right),
            `${kind} ${text}`,
          ).toEqual(places);
        }
      }
    },
  );

  test.each(mirrored)('in %s does not reorder a merchant’s name', async (language) => {
    await show({ template, language, shop_name: '7-Eleven & Co.', view: view('success') });
    const places = await placesOf('7-Eleven & Co.');
    expect(places.toSorted((left, right) => left - right)).toEqual(places);
    expect(places).toHaveLength('7-Eleven & Co.'.length);
  });

  test.each(languages)('in %s has no view that is wider than the window', async (language) => {
    for (const width of widths) {
      for (const kind of kindsFor(template, language)) {
        await show({ template, language, mode: 'test', view: view(kind) }, width);
        expect(await overflow(), `${kind} at ${width} px`).toBe(0);
      }
    }
  });

  const opened = languages.filter(
    (language) => isNightly || turnOf(template, language) % templates.length === 0,
  );
  test.each(opened)('in %s opens the language list by keyboard, inside the window', async (language) => {
    await show({ template, language, view: view('choose') }, narrowest_px);
    await window.locator('.languages summary').press('Enter');
    const others = languages.filter((other) => other !== language);
    for (const other of others) {
      await window.keyboard.press('Tab');
      const link = window.locator(`.languages [hreflang=${other}]`);
      expect(await window.evaluate<string>('document.activeElement.hreflang')).toBe(other);
      const box = await link.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? narrowest_px)).toBeLessThanOrEqual(narrowest_px);
    }
    expect(await overflow()).toBe(0);
  });
});

test.each(languages)(
  'with JavaScript, times in %s use Latin digits and the 24-hour clock',
  async (language) => {
    const scripted = await launchBrowser({ javascript: true });
    const page = await scripted.newPage({ viewport: 'phone' });
    await page.setContent(textOf(renderPage({ ...samplePage, language, view: view('choose') })));
    expect(await page.textContent('footer time')).toMatch(/^[012]\d:[0-5]\d$/);
    await page.setContent(textOf(renderPage({ ...samplePage, language, view: view('success') })));
    expect(await page.textContent('main time')).toMatch(/^\d\d? .+ 2026.* [012]\d:[0-5]\d$/);
    await scripted.close();
  },
);
