import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { TestBrowser } from '../../../../../../test-support/browser.ts';

export const schemes = ['light', 'dark'] as const;

export interface Sight {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scheme: (typeof schemes)[number];
}

/** A tab that shows documents one after the other without loading anything. */
export interface Tab {
  readonly page: Page;
  /**
   * Shows a document as it looks without script, and evaluates an expression in it. The expression may be a
   * promise.
   */
  look<Result>(html: string, expression: string): Promise<Result>;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens a tab with a size and colour scheme, with axe loaded and motion reduced. */
export async function openTab(browser: TestBrowser, { width, height, scheme }: Sight): Promise<Tab> {
  const page = await browser.newPage({ viewport: 'phone' });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate(axe);
  return {
    page,
    look: (html, expression) => {
      // `document.open` keeps the window, and with it axe. It would also keep the scripts of the document, so they
      // are removed, as are noscript elements.
      const still = html.replace(/<(script|noscript)\b.*?<\/\1>/gs, '');
      const text = JSON.stringify(still);
      return page.evaluate(`document.open(); document.write(${text}); document.close(); ${expression}`);
    },
  };
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expression for the violations that axe finds, as a list of strings. */
export const readViolations = `axe.run({
  runOnly: { type: 'tag', values: ${JSON.stringify(tags)} },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map((node) => id + ': ' + node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? ''))))`;

/**
 * Expression for the elements that overflow the window or a box that clips them, as a list of strings. Visually
 * hidden elements, clipped or not rendered, do not count, nor does what a closed list contains.
 */
export const readOverflow = `(() => {
  const width = document.documentElement.clientWidth;
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (box.width <= 1 || style.clipPath !== 'none' || element.closest('details:not([open])>:not(summary)')) return false;
    const may_scroll = element.inputMode === 'email';
    const is_cut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth && !may_scroll;
    return box.right > width + 0.5 || box.left < -0.5 || is_cut;
  }).map((element) => 'wide: ' + element.outerHTML.slice(0, 100));
  const page_width = document.scrollingElement.scrollWidth;
  return page_width > width ? ['wide: page of ' + page_width, ...wide] : wide;
})()`;

/**
 * Expression for the controls smaller than 44 px in either direction (WCAG 2.2, 2.5.5, level AAA), as a list of
 * strings.
 */
export const readSmallControls = `[...document.querySelectorAll(
  'button, .button, .link, summary, label:has([type=radio]), input:not([type=radio])'
)].flatMap((element) => {
  const { width, height } = element.getBoundingClientRect();
  const is_small = width > 0 && (width < 43.5 || height < 43.5);
  return is_small ? ['small: ' + Math.round(width) + 'x' + Math.round(height) + ': ' + element.outerHTML.slice(0, 100)] : [];
})`;
