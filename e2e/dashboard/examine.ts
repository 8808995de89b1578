import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { viewports } from '../../test-support/browser.ts';

/** A view of a page: its window, language and appearance. */
export interface View {
  readonly viewport: keyof typeof viewports;
  readonly language: 'en' | 'fr';
  readonly scheme: 'light' | 'dark';
}

/** Each language in each color scheme, and both languages at each size. */
export const views: readonly View[] = [
  { viewport: 'desktop', language: 'en', scheme: 'light' },
  { viewport: 'desktop', language: 'fr', scheme: 'dark' },
  { viewport: 'phone', language: 'fr', scheme: 'light' },
  { viewport: 'phone', language: 'en', scheme: 'dark' },
];

/** English words that French does not have: if one appears, something was not translated. */
const english_words = /\b(the|of|and|is|was|are|with|for|this|that|your|you|from|has|have|not|it)\b/i;

/** Loads the script that {@link examine} needs into every page opened in the same context afterwards. */
export async function prepareContext(page: Page): Promise<void> {
  const axe_path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.context().addInitScript(await readFile(axe_path, 'utf8'));
}

const moment_ms = 20_000;
const settled_ms = 500;

/**
 * Waits until an expression is true in the page. (Playwright's own function needs `eval`, which the page forbids.)
 */
export function until(page: Page, expression: string): Promise<void> {
  return page.evaluate(`new Promise((done, fail) => {
    const end = performance.now() + ${moment_ms};
    const look = () => {
      if (${expression}) done();
      else if (performance.now() > end) fail(new Error('never became true: ' + ${JSON.stringify(expression)}));
      else setTimeout(look, 10);
    };
    look();
  })`);
}

/** Navigates within the dashboard without a reload, and waits until everything is loaded. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(address)})`);
  await until(
    page,
    `__TSR_ROUTER__.state.status === 'idle' && location.pathname === '/dashboard' + __TSR_ROUTER__.state.resolvedLocation?.pathname`,
  );
  await untilShown(page);
}

/** Waits until no loading placeholders are left. */
export async function untilShown(page: Page): Promise<void> {
  await until(
    page,
    `document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root') && !__TSR_ROUTER__.state.isLoading`,
  );
}

/** Switches the page's appearance, without a reload. */
export async function look(page: Page, { viewport, language, scheme }: View): Promise<void> {
  await page.setViewportSize(viewports[viewport]);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  // Imitates a language change in another window.
  await page.evaluate(`{
    localStorage.setItem('guichet.language', '${language}');
    dispatchEvent(new StorageEvent('storage', { key: 'guichet.language' }));
  }`);
  await until(
    page,
    `document.documentElement.lang === '${language}' &&
      document.documentElement.dataset.mantineColorScheme === '${scheme}' &&
      innerWidth === ${viewports[viewport].width}`,
  );
}

/** The width of the narrowest phone, or of a 1280 px page enlarged four times (WCAG 2.2, 1.4.10). */
const narrowest = { width: 320, height: 568 } as const;

interface Found {
  readonly breaches: readonly string[];
  readonly headings: readonly string[];
  readonly title: string;
  readonly texts: readonly string[];
}

/**
 * Examines the page as shown: accessibility rules, width, title and untranslated words.
 *
 * @param english texts that must not appear on a French page
 * @param selector the part to check against the accessibility rules; the whole page by default
 */
export async function examine(
  page: Page,
  { language, viewport }: View,
  english: ReadonlySet<string>,
  selector = 'html',
): Promise<readonly string[]> {
  const found: Found = await page.evaluate(inPage(selector));
  const { breaches, headings, title, texts } = found;
  const overhang_px = viewport === 'phone' ? await measureNarrowest(page) : await measureOverhang(page);
  const untranslated =
    language === 'fr' ? texts.filter((text) => english.has(text) || english_words.test(text)) : [];
  return [
    ...breaches,
    ...(overhang_px > 0 ? [`wider than the screen by ${overhang_px} px`] : []),
    ...(headings.length === 1
      ? []
      : [`${headings.length} headings of the first level: ${headings.join(', ')}`]),
    ...(/^\S.* · Guichet$/.test(title) ? [] : [`the window's title is "${title}"`]),
    ...[...new Set(untranslated)].map((text) => `not translated: ${text}`),
  ];
}

async function measureNarrowest(page: Page): Promise<number> {
  await page.setViewportSize(narrowest);
  await until(page, `innerWidth === ${narrowest.width}`);
  const overhang_px = await measureOverhang(page);
  await page.setViewportSize(viewports.phone);
  return overhang_px;
}

/**
 * Measures the overflow in px. Waits a moment, because elements anchored to others move to their new place with a
 * delay.
 */
function measureOverhang(page: Page): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    const end = performance.now() + ${settled_ms};
    const look = () => {
      const found = ${overhang};
      if (found === 0 || performance.now() > end) done(found);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** The overflow of the page beyond the window, or of a dialog beyond its box, in px. */
const overhang = `Math.max(0, document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('[role=dialog], [role=menu]')].map((one) => one.scrollWidth - one.clientWidth))`;

/** Runs in the page. Skips code, and texts that are marked with a language, because they are not ours. */
const inPage = (selector: string): string => `(async () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const { violations } = await axe.run('${selector}', {
    iframes: false,
    // Preloading serves only rules about videos and screen orientation, neither of which the pages use.
    preload: false,
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
  });
  const texts = [];
  const add = (text) => { if (text && text.trim()) texts.push(text.trim()); };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest('code, pre, .mono, [translate=no], body [lang], script, style, noscript')) continue;
    if (node === element) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) add(node.getAttribute(name));
    else add(node.data);
  }
  return {
    breaches: violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ html, any }) => html.slice(0, 160) + ' ' + (any[0]?.message ?? '')).join(' | ')),
    headings: [...document.querySelectorAll('h1')].map((one) => one.textContent),
    title: document.title,
    texts,
  };
})()`;
