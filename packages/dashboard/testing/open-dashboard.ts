import type { Role } from '@guichet/core/platform';
import { untilBuilt } from '@guichet/server/dashboard/build';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeStaff } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { onTestFinished, TestRunner } from 'vitest';
import { launchBrowser, type PageOptions, type TestBrowser } from '../../../test-support/browser.ts';
import { explainPage } from '../../../test-support/explain-page.ts';
import type { TestService } from '../../../test-support/service.ts';
import { shareService, startLocalService } from '../../../test-support/shared-service.ts';
import { makeReusedPages } from './reused-pages.ts';

/** The limit for one step on a page, shorter than a test's own limit, so that a failure names the step. */
const step_ms_max = 45_000;

export interface Dashboard {
  readonly service: TestService;
  readonly browser: TestBrowser;
  /** The URL of a page of the demo merchant, in test mode by default: `url('team')`. */
  url(section: string, mode?: 'test' | 'live'): string;
  /**
   * Opens a page in its own browser context, on the sign-in page. A page that a test opens is reset and reused
   * after the test.
   */
  open(options?: Partial<PageOptions>): Promise<Page>;
  /** Opens a page at a URL as a signed-in person, for tests that are not about signing in. */
  openFor(email: string, address: string, options?: Partial<PageOptions>): Promise<Page>;
  /**
   * Opens a page as a new person with that role, on a section of the demo merchant or, by default, on their first
   * page.
   */
  openAs(
    role: Role,
    options?: Partial<PageOptions> & { readonly section?: string },
  ): Promise<Page & { readonly email: string }>;
  close(): Promise<void>;
}

/**
 * Opens the dashboard with a demo merchant that only this file uses, on the worker's service.
 *
 * @param options.is_alone whether to start a separate service, for files that change what all merchants share
 */
export async function openDashboard(options: { readonly is_alone?: boolean } = {}): Promise<Dashboard> {
  const service = await (options.is_alone ? startLocalService() : shareService());
  const base = service.url;
  const browser = await launchBrowser({ javascript: true });
  const { state } = await untilBuilt(service.ctx.log);
  if (state !== 'built') {
    const complaint = service.logs.map((line) => line.complaint).find((text) => text !== undefined);
    throw new Error(`the page could not be built: ${String(complaint)}`);
  }
  const url: Dashboard['url'] = (section, mode = 'test') =>
    `${base}/dashboard/${service.demo.merchant_id}/${mode}/${section}`;
  const reused = makeReusedPages(base);
  const openPage = async (options: Partial<PageOptions> = {}): Promise<Page> => {
    const wanted: PageOptions = { viewport: 'desktop', ...options };
    const page = reused.take(wanted) ?? (await browser.newPage(wanted));
    page.setDefaultTimeout(step_ms_max);
    // A page that stays open would keep following the changes of later tests.
    if (TestRunner.getCurrentTest()) onTestFinished(() => reused.put(wanted, page));
    return page;
  };
  const openFor: Dashboard['openFor'] = async (email, address, options) => {
    const page = await openPage(options);
    await signInByRequest(service, page, email);
    await page.goto(address);
    await explainPage(page, () => page.waitForSelector('.frame h1'));
    return page;
  };
  return {
    service,
    browser,
    url,
    open: async (options) => {
      const page = await openPage(options);
      await page.goto(`${base}/dashboard/sign-in`);
      return page;
    },
    openFor,
    openAs: async (role, { section, ...options } = {}) => {
      const { email } = await makeStaff(service, role);
      const page = await openFor(email, section === undefined ? `${base}/dashboard` : url(section), options);
      return Object.assign(page, { email });
    },
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** Signs a person in with the form's request, without loading the form; the page's browser keeps the cookies. */
async function signInByRequest(service: TestService, page: Page, email: string): Promise<void> {
  await forgetSignIns(service);
  const response = await page.request.post(`${service.url}/dashboard/auth/sign-in/email`, {
    headers: { origin: service.url, 'x-guichet-dashboard': '1' },
    data: { email, password: test_password },
  });
  if (!response.ok()) throw new Error(`sign-in returned ${response.status()}: ${await response.text()}`);
}

/** Removes the rate limits: many people sign in from one address here. */
async function forgetSignIns(service: TestService): Promise<void> {
  await service.database.pool.query('delete from rate_limit_buckets');
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, email: string, password: string = test_password): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button[type=submit]');
}

/**
 * Signs somebody in on the sign-in page, and waits for the page that follows.
 *
 * @throws Error with the text that the page shows instead
 */
export async function enter(service: TestService, page: Page, email: string): Promise<void> {
  await forgetSignIns(service);
  await explainPage(page, async () => {
    await signIn(page, email);
    await page.waitForSelector('.frame h1');
  });
}
