import type { Page } from 'playwright-core';
import { type PageOptions, viewports } from '../../../test-support/browser.ts';

/** The pages that the tests of one file have finished with, for reuse by later tests of the file. */
export interface ReusedPages {
  /** Takes a page that was opened with the same options and has been reset; undefined if there is none. */
  take(options: PageOptions): Page | undefined;
  /** Resets a page and keeps it, unless the test has closed it. */
  put(options: PageOptions, page: Page): Promise<void>;
}

/**
 * Makes an empty collection. A reused page saves half the work of a new one: its process is running and has
 * compiled the scripts. A test that changes its page irreversibly (with an init script or a virtual authenticator)
 * closes the context itself.
 *
 * @param base the address of the service
 */
export function makeReusedPages(base: string): ReusedPages {
  const idle: { readonly kind: string; readonly page: Page }[] = [];
  const kindOf = ({ viewport, locale }: PageOptions): string => `${viewport} ${locale}`;
  return {
    take: (options) => {
      const at = idle.findIndex(({ kind }) => kind === kindOf(options));
      return idle.splice(at, at < 0 ? 0 : 1)[0]?.page;
    },
    put: async (options, page) => {
      if (page.isClosed()) return;
      await forget(page, base);
      await page.setViewportSize(viewports[options.viewport]);
      idle.push({ kind: kindOf(options), page });
    },
  };
}

/** Resets a page as if it were new, on a URL of the same origin that has no script. */
async function forget(page: Page, base: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of ['request', 'response'] as const) page.removeAllListeners(event);
  await context.setOffline(false);
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
  await page.goto(`${base}/healthz`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
}
