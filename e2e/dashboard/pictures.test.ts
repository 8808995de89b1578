import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dashboard, openDashboard, signIn } from '@guichet/dashboard/testing/open-dashboard';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { viewports } from '../../test-support/browser.ts';
import { startReceiver } from '../../test-support/receiver.ts';
import { goWithin, look, untilShown } from './examine.ts';
import { type Filled, fillMerchant, owner_email } from './fill.ts';
import { shrinkPng } from './shrink-png.ts';

/** The folder for the pictures of the dashboard guide, set by `npm run pictures`; none are taken otherwise. */
const { PICTURES: folder } = process.env;

interface Picture {
  readonly name: string;
  /** The address relative to the merchant's address in test mode. */
  readonly at: string;
  readonly viewport?: keyof typeof viewports;
  /** Brings the page to the state that the picture shows. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const picturesOf = ({ payments, payouts, failing_endpoint_id }: Filled): readonly Picture[] => [
  { name: 'overview', at: 'overview' },
  { name: 'overview-phone', at: 'overview', viewport: 'phone' },
  {
    name: 'trial',
    at: 'trial',
    act: (page) => page.getByRole('button', { name: 'Start', exact: true }).click(),
  },
  { name: 'go-live', at: 'go-live' },
  { name: 'payments', at: 'payments' },
  { name: 'payments-phone', at: 'payments', viewport: 'phone' },
  { name: 'payment', at: `payments/${payments.paid}` },
  {
    name: 'refund',
    at: `payments/${payments.paid}`,
    act: (page) => page.getByRole('button', { name: 'Refund', exact: true }).click(),
  },
  { name: 'resolve', at: `payments/${payments.mismatch}` },
  { name: 'payout-approval', at: `payouts/${payouts.waiting}` },
  { name: 'payouts-many', at: 'payouts/bulk' },
  { name: 'payouts', at: 'payouts' },
  { name: 'balances', at: 'balances' },
  { name: 'webhook', at: `developers/webhooks/${failing_endpoint_id}` },
  { name: 'sandbox', at: 'developers/sandbox' },
  { name: 'brand', at: 'settings/brand' },
  { name: 'team', at: 'team' },
  { name: 'audit', at: 'audit' },
  { name: 'security', at: 'security' },
];

test.skipIf(folder === undefined)('takes the pictures for the guides', { timeout: 600_000 }, async () => {
  const into = folder ?? '';
  await mkdir(into, { recursive: true });
  const good = await startReceiver();
  const failing = await startReceiver((response) => response.writeHead(500).end());
  const dashboard = await openDashboard({ is_alone: true });
  const { service } = dashboard;
  const filled = await fillMerchant(service, { good: good.url, failing: failing.url });
  const page = await dashboard.open();
  await untilShown(page);
  await keep(page, into, 'sign-in');
  await signIn(page, owner_email);
  await page.waitForSelector('.frame h1');
  for (const picture of picturesOf(filled)) await take(page, dashboard, picture, into);
  expect(dashboard.browser.problems()).toEqual([]);
  await dashboard.close();
  await Promise.all([good.close(), failing.close()]);
});

async function take(page: Page, dashboard: Dashboard, picture: Picture, into: string): Promise<void> {
  const { name, at, viewport = 'desktop', act } = picture;
  await look(page, { viewport, language: 'en', scheme: 'light' });
  await goWithin(page, new URL(dashboard.url(at)).pathname);
  await act?.(page);
  await untilShown(page);
  // Some content is drawn only when it comes into view.
  await page.waitForTimeout(500);
  await keep(page, into, name);
}

async function keep(page: Page, into: string, name: string): Promise<void> {
  await writeFile(join(into, `${name}.png`), shrinkPng(await page.screenshot()));
}
