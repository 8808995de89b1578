import type { Role } from '@guichet/core/platform/actor/roles';
import { untilBuilt } from '@guichet/server/dashboard/build';
import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeStaff } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { launchBrowser, type PageOptions, type TestBrowser } from '../../../test-support/browser.ts';
import { explainPage } from '../../../test-support/explain-page.ts';
import type { TestService } from '../../../test-support/service.ts';
import { shareService, startLocalService } from '../../../test-support/shared-service.ts';

/** Of one step on a page: sooner than a test's own limit, so that a failure says which step it was. */
const step_ms_max = 45_000;

export interface Dashboard {
  readonly service: TestService;
  readonly browser: TestBrowser;
  /** Address of a page of the demo merchant: `url('team')`, in test mode unless told. */
  url(section: string, mode?: 'test' | 'live'): string;
  /** A page in a browser of its own, at the sign-in. */
  open(options?: Partial<PageOptions>): Promise<Page>;
  /** The same, signed in as somebody new with that role, on their first page. */
  openAs(role: Role, options?: Partial<PageOptions>): Promise<Page & { readonly email: string }>;
  close(): Promise<void>;
}

/**
 * Opens the dashboard with a demo merchant of this file's own, on the worker's service.
 *
 * @param options.is_alone on a service of its own, for files that change what is true for all merchants
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
  const open: Dashboard['open'] = async (options = {}) => {
    const page = await browser.newPage({ viewport: 'desktop', ...options });
    page.setDefaultTimeout(step_ms_max);
    await page.goto(`${base}/dashboard/sign-in`);
    return page;
  };
  return {
    service,
    browser,
    url,
    open,
    openAs: async (role, options) => {
      const { email } = await makeStaff(service, role);
      const page = await open(options);
      await enter(service, page, email);
      return Object.assign(page, { email });
    },
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** Fills in the sign-in form and sends it. */
export async function signIn(page: Page, email: string, password: string = test_password): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.click('button[type=submit]');
}

/**
 * Signs somebody in on a page that asks for it, and waits for what the address leads to.
 *
 * @throws Error that says what the page shows instead
 */
export async function enter(service: TestService, page: Page, email: string): Promise<void> {
  // Many people sign in from one address here.
  await service.database.pool.query('delete from rate_limit_buckets');
  await explainPage(page, async () => {
    const sent = page.waitForResponse((response) => response.url().endsWith('/auth/sign-in/email'));
    await signIn(page, email);
    const refusal = await sent;
    // Once in a full run, and never in isolation, the right address and password were refused: log what was sent and
    // answered, then submit the form again.
    if (refusal.status() === 401) {
      process.stderr.write(
        `a sign-in was refused: ${refusal.request().postData()} ${await refusal.text()}\n`,
      );
      await signIn(page, email);
    }
    await page.waitForSelector('.frame h1');
  });
}
