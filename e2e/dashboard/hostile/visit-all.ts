import type { Page } from 'playwright-core';
import { goWithin } from '../examine.ts';
import { findDone, readPage } from './look.ts';

/** The maximum number of pages to visit of each kind: the newest contain the latest texts. */
const pages_of_kind_max = 6;

export interface Visited {
  /** The kinds of visited pages: addresses with `*` in place of ids. */
  readonly kinds: ReadonlySet<string>;
  /** All text of the visited pages. */
  readonly text: string;
  /** The effects of hostile texts, each with the page's address. */
  readonly done: readonly string[];
  /** The files that the pages offer for download. */
  readonly files: ReadonlySet<string>;
}

/**
 * Follows the links of the dashboard from the given pages without a reload, as a person who clicks them does, and
 * examines each page.
 */
export async function visitAll(page: Page, starts: readonly string[]): Promise<Visited> {
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  const files = new Set<string>();
  const texts: string[] = [];
  const done: string[] = [];
  const waiting = [...starts];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const { pathname, search } = new URL(address);
    const kind = kindOf(pathname) + (search === '' ? '' : '?');
    const times = kinds.get(kind) ?? 0;
    if (seen.has(address) || times >= pages_of_kind_max) continue;
    seen.add(address);
    kinds.set(kind, times + 1);
    if (seen.size === 1) await open(page, address);
    else await goWithin(page, pathname + search);
    await untilRead(page);
    const found = await findDone(page);
    done.push(...found.map((line) => `${address}: ${line}`));
    texts.push(await readPage(page));
    for (const link of await linksOf(page)) {
      if (/\/dashboard\/api\//.test(link)) files.add(link);
      else if (/\/dashboard\//.test(link)) waiting.push(link.replace(/#.*$/, ''));
    }
  }
  return { kinds: new Set(kinds.keys()), text: texts.join('\n'), done, files };
}

/** Opens a page and waits until its content is loaded. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilRead(page);
}

async function untilRead(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('main [role=status][aria-label]').first().waitFor({ state: 'detached' });
}

function linksOf(page: Page): Promise<readonly string[]> {
  return page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
}

function kindOf(pathname: string): string {
  return pathname.replaceAll(/\b[a-z]+_[0-9A-Za-z]{20,}/g, '*');
}
