import { createEndpoint } from '@guichet/core/events';
import { type Shop, startShop } from '@guichet/example-shop/start';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { describeJobs } from '../../test-support/jobs.ts';
import { chooseFreePort, type TestService } from '../../test-support/service.ts';
import { shareService, startLocalService } from '../../test-support/shared-service.ts';
import { isNightly } from '../../test-support/tier.ts';

/** A service, and a shop that collects payments through it. */
export interface Market {
  readonly service: TestService;
  readonly shop: Shop;
  /** Counts the attempts of a session that were sent to an operator. */
  countAttempts(token: string): Promise<number>;
  /** Reads the status of a session's payment. */
  statusOf(token: string): Promise<string | undefined>;
  /** Describes the next jobs of the queue, to explain why a payment is still waiting. */
  describeQueue(): Promise<string>;
  close(): Promise<void>;
}

export interface MarketOptions {
  /** Puts a proxy between the service and the shop's address for webhooks. @returns the proxy's address */
  readonly front?: (webhook_url: string) => Promise<string>;
  /** Whether to use a separate database, for a file that checks the books of all merchants. */
  readonly has_own_books?: true;
}

/**
 * Starts a shop on this worker's service, or on a separate service, connected as a merchant connects it: with an
 * API key and a webhook endpoint.
 */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  const service = await (options.has_own_books ? startLocalService() : shareService());
  const port = await chooseFreePort();
  const webhook_url = `http://localhost:${port}/webhook`;
  const { merchant_id, test_key } = service.demo;
  const { secret } = await createEndpoint(service.ctx, commandOf(merchant_id, 'test'), {
    url: options.front ? await options.front(webhook_url) : webhook_url,
  });
  const shop = await startShop({
    base_url: `${service.url}/api/v1`,
    api_key: test_key,
    webhook_secret: secret,
    port,
  });
  return {
    service,
    shop,
    countAttempts: async (token) => {
      const { rows } = await service.ctx.pool.query<{ count: number }>(
        `select count(*)::int as count from attempts
        join checkout_sessions as sessions using (merchant_id, payment_id) where sessions.token = $1`,
        [service.ctx.tokens.handleOf(token)],
      );
      return rows[0]?.count ?? 0;
    },
    statusOf: async (token) => {
      const { rows } = await service.ctx.pool.query<{ status: string }>(
        'select status from payments where session_token = $1',
        [service.ctx.tokens.handleOf(token)],
      );
      return rows[0]?.status;
    },
    describeQueue: () => describeJobs(service.ctx),
    close: async () => {
      await shop.close();
      await service.stop();
    },
  };
}

/**
 * Whether to run all flows. Without JavaScript, each step is plain HTML from the server, which the tests in
 * `packages/server/src/checkout-page` request and fill in over HTTP. In that case, a browser runs only one flow of
 * each kind, and the others at night.
 */
export function triesAll({ javascript }: { readonly javascript: boolean }): boolean {
  return javascript || isNightly;
}

/** The time limit of one step on a page. It is below a test's own limit, so that a failure identifies the step. */
export const step_ms_max = 45_000;

/** Goes from the shop to the page, as a customer does. */
export async function buy(page: Page, shop: Shop): Promise<void> {
  page.setDefaultTimeout(step_ms_max);
  await page.goto(shop.url);
  await page.locator('form[action="/buy"] button').click();
  await stateIs(page, 'choose');
}

/** Enters the number and picks the operator from the list, up to the confirmation. */
export async function choose(page: Page, operator: string, phone: string): Promise<void> {
  await stateIs(page, 'choose');
  if ((await page.locator('input[name=phone]').count()) > 0) {
    await page.fill('input[name=phone]', phone);
    await pick(page, operator);
    await submit(page, '/choose');
  } else await page.locator(`button[name=direct][value=${operator}]`).click();
  await stateIs(page, 'confirm');
}

/** Picks an operator from the list, which opens if it is closed; the only one is picked already. */
async function pick(page: Page, operator: string): Promise<void> {
  if ((await page.locator(`input[type=hidden][value=${operator}]`).count()) > 0) return;
  const way = page.locator(`label:has(input[value=${operator}])`);
  if (!(await way.isVisible())) await page.locator('.ways summary').click();
  await way.click();
}

/** Presses the button of the confirmation. */
export async function pay(page: Page): Promise<void> {
  await page.locator(`main[data-state=confirm] ${formTo('/pay')} button`).click();
}

/** Goes from the shop through all steps, up to the request to the operator. */
export async function buyAndPay(page: Page, shop: Shop, operator: string, phone: string): Promise<void> {
  await buy(page, shop);
  await choose(page, operator, phone);
  await pay(page);
}

/** Submits the page's form for an action. */
export async function submit(page: Page, verb: string): Promise<void> {
  await page
    .locator(`${formTo(verb)} button`)
    .first()
    .click();
}

/** Returns a selector for the form whose address ends with the verb, or with the verb and a chosen language. */
export function formTo(verb: string): string {
  return `form:is([action$="${verb}"], [action*="${verb}?"])`;
}

/** Presses one of the sandbox's decision buttons, on the hosted page or on the sandbox's own page. */
export async function decide(page: Page, decision: 'approve' | 'refuse'): Promise<void> {
  await page.locator(`button[name=decision][value=${decision}]`).click();
}

export async function stateIs(page: Page, state: string): Promise<void> {
  await page.waitForSelector(`main[data-state="${state}"]`).catch(async (cause: Error) => {
    const shown = await page.locator('main').getAttribute('data-state');
    throw new Error(`the page shows ${shown}, not ${state}`, { cause });
  });
}

/** Goes from the receipt to the shop, unless the page has already gone there by itself, as on a slow machine. */
export async function arrivePaid(page: Page): Promise<void> {
  const button = page.locator('main[data-state=success] a.button');
  await button.or(paidOrder(page)).waitFor();
  if (await button.isVisible()) await button.click();
  await expectPaidOrder(page);
}

/**
 * Expects the shop to show the order as paid when the customer arrives, because the shop has already received the
 * webhook.
 */
export async function expectPaidOrder(page: Page): Promise<void> {
  await page.waitForURL(/\/orders\//);
  expect(await paidOrder(page).innerText()).toMatch(/^payée$/i);
}

function paidOrder(page: Page): Locator {
  return page.locator('.badge[role=status]');
}

/** Returns the session token from the page's address. */
export function tokenOf(page: Page): string {
  const [, token] = /\/pay\/([^/?]+)/.exec(page.url()) ?? [];
  if (token === undefined) throw new Error(`not a page of a session: ${page.url()}`);
  return token;
}

/** Returns the real problems: browsers report error responses even if the page handles them. */
export function realProblems(problems: readonly string[]): readonly string[] {
  return problems.filter((problem) => !/status of 4(10|22)/.test(problem));
}
