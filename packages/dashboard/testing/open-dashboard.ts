import type { Role } from '@guichet/core/staff/roles';
import { untilBuilt } from '@guichet/server/dashboard/build';
import { makeStaff, test_password } from '@guichet/server/dashboard/testing/visit';
import type { Page } from 'playwright-core';
import { launchBrowser, type PageOptions, type TestBrowser } from '../../../test-support/browser.ts';
import { chooseFreePort, startTestService, type TestService } from '../../../test-support/service.ts';

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

/** Runs the service with the page built, at a name that passkeys may belong to. */
export async function openDashboard(): Promise<Dashboard> {
  const port = await chooseFreePort();
  const base = `http://localhost:${port}`;
  const service = await startTestService({ env: { PORT: String(port), PUBLIC_URL: base } });
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
    await page.goto(`${base}/dashboard/sign-in`);
    return page;
  };
  return {
    service,
    browser,
    url,
    open,
    openAs: async (role, options) => {
      // Many people sign in from one address here.
      await service.database.pool.query('delete from rate_limit_buckets');
      const { email } = await makeStaff(service, role);
      const page = await open(options);
      await signIn(page, email);
      await page.waitForSelector('.frame h1');
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
