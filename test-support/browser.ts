import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { unpackChromium } from './chromium.ts';
import { atWorkerEnd } from './worker-end.ts';

/** Sizes in CSS pixels: a cheap phone, as most customers have, and a desktop. */
export const viewports = {
  phone: { width: 360, height: 640 },
  desktop: { width: 1280, height: 800 },
} as const;

export interface PageOptions {
  readonly viewport: keyof typeof viewports;
  /** The locale of Accept-Language and of formats. */
  readonly locale?: 'fr-FR' | 'en-GB';
}

export interface TestBrowser {
  /** Opens a page in its own context: it shares no cookies, storage or cache with other pages. */
  newPage(options: PageOptions): Promise<Page>;
  /**
   * The problems so far on all pages of this browser: script errors, console errors (including the CSP), and
   * failed requests.
   */
  problems(): readonly string[];
  close(): Promise<void>;
}

/** Chromium's flags, in addition to those of Playwright, which disable its background requests. */
const flags = [
  // Chromium refuses to run as root with its sandbox; the pages are our own.
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  // Only names of this machine resolve, and no proxy of the environment is used: tests that access the
  // internet fail.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // Animations are painted sixty times a second, a seventh of the browser's work. A test of animations
  // enables motion itself.
  '--force-prefers-reduced-motion',
  // Pages are open only for seconds: optimizing their scripts costs more than it saves.
  '--js-flags=--no-opt',
];

let shared: Promise<Browser> | undefined;

/** Returns this worker's Chromium, which is started for the first file that needs it. */
function startChromium(): Promise<Browser> {
  shared ??= unpackChromium().then(async ({ executable, env }) => {
    const browser = await chromium.launch({
      executablePath: executable,
      args: flags,
      env: { ...process.env, ...env },
    });
    atWorkerEnd(() => browser.close());
    return browser;
  });
  return shared;
}

/**
 * Opens pages in a real Chromium. All files of a worker share one process of Chromium, but pages share no
 * data. Closing this browser closes only its own pages.
 *
 * @param options.javascript false for customers without JavaScript; applies to all pages
 */
export async function launchBrowser(options: { readonly javascript: boolean }): Promise<TestBrowser> {
  const browser = await startChromium();
  const problems: string[] = [];
  const contexts = new Set<BrowserContext>();
  return {
    newPage: async ({ viewport, locale = 'en-GB' }) => {
      const context = await browser.newContext({
        viewport: viewports[viewport],
        locale,
        javaScriptEnabled: options.javascript,
      });
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      const page = await context.newPage();
      watch(page, problems);
      return page;
    },
    problems: () => problems,
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

/** Disconnects or reconnects the network, and waits until the page has noticed. */
export async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
  while ((await page.evaluate('navigator.onLine')) === isOffline) await setTimeout(10);
}

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const cause = request.failure()?.errorText ?? '';
    // A request aborted by navigation is not a failure.
    if (cause !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${cause}`);
  });
}
