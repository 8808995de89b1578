import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  launchBrowser,
  type PageOptions,
  type TestBrowser,
  viewports,
} from '../../../../test-support/browser.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { contrastRatio } from '../checkout-page/accent.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await shareService();
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

interface Opened {
  readonly page: Page;
  /** URLs that the browser requested. */
  readonly asked: readonly string[];
}

async function open(viewport: PageOptions['viewport']): Promise<Opened> {
  const page = await browser.newPage({ viewport });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${service.url}/docs`);
  return { page, asked };
}

/**
 * Each pair of text color and background color, as `rgb()`, with the beginning of one text that has it. Hidden text
 * is left out.
 */
const read_colors = `(() => {
  const found = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    const style = getComputedStyle(element);
    if (text.data.trim() === '' || style.opacity === '0' || element.getClientRects().length === 0) continue;
    let ground = element;
    while (ground.parentElement && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') {
      ground = ground.parentElement;
    }
    found[style.color + ' on ' + getComputedStyle(ground).backgroundColor] = text.data.trim().slice(0, 40);
  }
  return Object.entries(found);
})()`;

/** Elements that overflow the window or a box that clips them. */
const read_wide = `[...document.body.querySelectorAll('*')]
  .filter((element) => {
    const box = element.getBoundingClientRect();
    const is_shown = box.width > 1 && getComputedStyle(element).clipPath === 'none';
    const is_cut = element.scrollWidth > element.clientWidth && getComputedStyle(element).display !== 'inline';
    return is_shown && (box.right > innerWidth || box.left < 0 || is_cut);
  })
  .map((element) => element.outerHTML.slice(0, 80))`;

const viewport_names = Object.keys(viewports) as readonly PageOptions['viewport'][];

describe.each(viewport_names)('%s', (viewport) => {
  // The page is opened only once, because laying out such a long page is most of the work.
  let page: Page;
  let asked: readonly string[];
  beforeAll(async () => {
    ({ page, asked } = await open(viewport));
  });
  afterAll(() => page.context().close());

  test.each(['light', 'dark'] as const)(
    'every text has enough contrast, %s (WCAG 2.2, 1.4.3)',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const ratios: Record<string, number> = {};
      for (const language of ['in-curl', 'in-ts']) {
        await page.locator(`#${language}`).check({ force: true });
        const colors = (await page.evaluate(read_colors)) as [pair: string, text: string][];
        for (const [pair, text] of colors) {
          const [front = '', ground = ''] = pair.split(' on ').map(toHex);
          ratios[`${pair}: ${text}`] = contrastRatio(front, ground);
        }
      }
      expect(Object.keys(ratios).length).toBeGreaterThan(10);
      expect(Object.entries(ratios).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(15, 18, 22)',
      );
    },
  );

  test('nothing is wider than the window, in either language', async () => {
    const { width } = viewports[viewport];
    for (const language of ['in-curl', 'in-ts']) {
      await page.locator(`#${language}`).check({ force: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.evaluate(read_wide)).toEqual([]);
    }
  });

  test('makes no further requests', async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([`${service.url}/docs`]);
    expect(browser.problems()).toEqual([]);
  });

  test('switches all examples to the other language with one click', async () => {
    await page.locator('#in-curl').check({ force: true });
    const shown = (language: string) => page.locator(`.panel.${language}:visible`).count();
    const all = await page.locator('.panel.curl').count();
    expect([await shown('curl'), await shown('ts')]).toEqual([all, 0]);
    await page.locator('#operation-createPayment').scrollIntoViewIfNeeded();
    await page.locator('section:has(#operation-createPayment) .panel.curl label[for=in-ts]').click();
    // An operation without an example in TypeScript keeps the one for curl.
    expect((await shown('curl')) + (await shown('ts'))).toBe(all);
    expect(await shown('ts')).toBe(await page.locator('.panel.ts').count());
  });
});

test('on a phone, the table of contents opens in place and links to an operation', async () => {
  const { page } = await open('phone');
  await page.locator('.contents summary').click();
  await page.locator('#contents a[href="#operation-createPayout"]').click();
  await expect.poll(() => page.evaluate('location.hash')).toBe('#operation-createPayout');
  const top = await page.evaluate(
    `document.getElementById('operation-createPayout').getBoundingClientRect().top`,
  );
  // The operation is below the fixed bar, and above the middle of the window.
  expect(top).toBeGreaterThanOrEqual(56);
  expect(top).toBeLessThan(320);
});

test('on a desktop, the table of contents stays next to the text, and samples are next to their operation', async () => {
  const { page } = await open('desktop');
  await page.locator('nav.wide a[href="#operation-createPayout"]').click();
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox();
    if (!found) throw new Error(`${selector} is not shown`);
    return found;
  };
  const section = 'section:has(#operation-createPayout)';
  const [contents, told, shown] = [
    await box('nav.wide'),
    await box(`${section} .told`),
    await box(`${section} .shown`),
  ];
  expect(contents.x + contents.width).toBeLessThanOrEqual(told.x);
  expect(told.x + told.width).toBeLessThan(shown.x);
  expect(shown.y).toBeGreaterThanOrEqual(0);
  expect(shown.y).toBeLessThan(viewports.desktop.height / 2);
});

function toHex(color: string): string {
  const [red, green, blue, alpha] = (color.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined || alpha !== undefined) {
    throw new Error(`${color} is not an opaque colour`);
  }
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
