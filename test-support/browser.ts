import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { unpackChromium } from './chromium.ts';
import { atWorkerEnd } from './worker-end.ts';

/** CSS pixels. The cheap phone that most customers hold, and a desk. */
export const viewports = {
  phone: { width: 360, height: 640 },
  desktop: { width: 1280, height: 800 },
} as const;

export interface PageOptions {
  readonly viewport: keyof typeof viewports;
  /** What the page asks for by Accept-Language, and formats by. */
  readonly locale?: 'fr-FR' | 'en-GB';
}

export interface TestBrowser {
  /** A page in a context of its own: no cookie, no storage, no cache of another page. */
  newPage(options: PageOptions): Promise<Page>;
  /** What went wrong so far on any of these pages: errors of scripts, of the console (so of the CSP), and requests that failed. */
  problems(): readonly string[];
  close(): Promise<void>;
}

/** On top of what Playwright sets (which keeps Chromium from phoning home). */
const flags = [
  // Chromium refuses to be root with its sandbox on; the pages are our own.
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  // No name but this machine's resolves, and no proxy of the environment is asked: tests that touch the net fail.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
];

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker, which starts for the first file that needs one. */
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
 * Opens pages in a real Chromium. One process serves all files of a worker: pages share nothing but it, and closing ends
 * those that were opened here.
 *
 * @param options.javascript false for customers whose browser has it off; holds for all pages
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

/** Takes the network away or gives it back, and waits until the page knows: it hears of it a moment later. */
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
    // What a page was still loading when the customer went on is not a failure.
    if (cause !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${cause}`);
  });
}
