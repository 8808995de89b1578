import { readFile } from 'node:fs/promises';
import { createStaff } from '@guichet/core/accounts';
import type { Role } from '@guichet/core/platform';
import { setRule } from '@guichet/core/routing';
import { type Dashboard, enter as enterAs } from '@guichet/dashboard/testing/open-dashboard';
import { test_password_hash } from '@guichet/server/dashboard/testing/test-password';
import { type Checkout, callApi, type Json, least, makeMerchant } from '@guichet/server/testing/api';
import { payOnPage } from '@guichet/server/testing/visitor';
import type { Page } from 'playwright-core';
import { command, commandOf } from '../../test-support/actors.ts';
import type { PageOptions } from '../../test-support/browser.ts';
import type { TestService } from '../../test-support/service.ts';

/** A separate merchant in the service that serves the dashboard. */
export interface Shop {
  readonly merchant_id: string;
  /** An API key in test mode. */
  readonly key: string;
  /** The service at the dashboard's address. */
  readonly service: TestService;
  /** Returns the address of one of the merchant's pages, in test mode by default. */
  url(section: string, mode?: 'test' | 'live'): string;
  /** Creates a member of staff. @returns their e-mail address */
  hire(role: Role, name?: string): Promise<string>;
  /** Opens a page in the browser of a new, signed-in member of staff. */
  open(
    role: Role,
    section: string,
    options?: Partial<PageOptions> & { readonly name?: string },
  ): Promise<Page>;
  /** Starts a payment as the shop's server does. */
  order(fields?: Json): Promise<Checkout>;
  /** Creates a payment in the same way, and pays it on the hosted page with a number that ends in these digits. */
  sell(digits: string, fields?: Json, operator?: string): Promise<Checkout>;
}

/** The fees that customers pay, in percent. */
const fees = { mtn_ci: '2', orange_ci: '1', mtn_cm: '0' } as const;

const local_numbers: Readonly<Record<string, string>> = {
  mtn_ci: '+22505040302',
  orange_ci: '+22507040302',
  mtn_cm: '+2376770302',
};

/** Returns a number of an operator; its last two digits select a row of the sandbox's table. */
export function phoneOf(operator: string, digits: string): string {
  return `${local_numbers[operator]}${digits}`;
}

let hired = 0;

/** @param name the merchant's name */
export async function makeShop(dashboard: Dashboard, name = 'Librairie du Port'): Promise<Shop> {
  const { origin } = new URL(dashboard.url(''));
  const { service } = dashboard;
  const { merchant_id, key } = await makeMerchant(service, { name });
  // The merchant's staff sign in with a password alone, even in live mode: the second factor has its own tests.
  await service.ctx.pool.query('update merchants set second_factor_in_live = false where id = $1', [
    merchant_id,
  ]);
  for (const [operator, fee_percent] of Object.entries(fees)) {
    await setRule(service.ctx, commandOf(merchant_id, 'test'), { operator, fee_percent, enabled: true });
  }
  const url: Shop['url'] = (section, mode = 'test') =>
    `${origin}/dashboard/${merchant_id}/${mode}/${section}`;
  const hire: Shop['hire'] = async (role, called = `The ${role}`) => {
    const email = `${role}-${++hired}@port.example`;
    await createStaff(service.ctx, command, {
      merchant_id,
      email,
      name: called,
      role,
      password_hash: test_password_hash,
    });
    return email;
  };
  const order: Shop['order'] = async (fields) => {
    const json = { ...least, ...fields };
    const { body } = await callApi(service, '/api/v1/payments', { method: 'POST', key, json });
    if (body.data === null) throw new Error(JSON.stringify(body));
    return { token: String(body.data.session_token), payment_id: String(body.data.id) };
  };
  return {
    ...{ merchant_id, key, service, url, hire, order },
    open: async (role, section, { name: called, ...options } = {}) => {
      const email = await hire(role, called);
      return dashboard.openFor(email, url(section), options);
    },
    sell: async (digits, fields, operator = 'mtn_ci') => {
      const checkout = await order(fields);
      await payOnPage(service, checkout.token, { operator, phone: phoneOf(operator, digits) });
      return checkout;
    },
  };
}

/** Opens a page and signs in, which redirects back to the page. */
export async function enter(dashboard: Dashboard, page: Page, email: string, url: string): Promise<void> {
  await page.goto(url);
  await enterAs(dashboard.service, page, email);
}

/** Marks the page, so that {@link wasReloaded} can report whether it has been reloaded since. */
export async function mark(page: Page): Promise<void> {
  await page.evaluate('globalThis.was_marked = true');
}

export async function wasReloaded(page: Page): Promise<boolean> {
  return (await page.evaluate('globalThis.was_marked')) !== true;
}

/** Exports the rows as CSV, and reads the file. @returns a record for each row, by the names in the header */
export async function loadCsv(page: Page): Promise<readonly Readonly<Record<string, string>>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const [head = [], ...rows] = readCsv(await readFile(await download.path(), 'utf8'));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

/** Parses CSV (RFC 4180) after the byte-order mark that Excel needs. @throws Error for anything else */
function readCsv(file: string): string[][] {
  if (!file.startsWith('\ufeff')) throw new Error('Excel needs a byte-order mark');
  const text = file.slice(1);
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`not CSV from ${text.slice(at, at + 60)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Reads a list of names and values. */
export async function readFacts(page: Page, within: string): Promise<Readonly<Record<string, string>>> {
  const pairs = await page
    .locator(`${within} dl > div`)
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('dt')?.textContent ?? '',
        [...one.querySelectorAll('dd')].map((dd) => dd.textContent).join(' | '),
      ]),
    );
  return Object.fromEntries(pairs);
}

/** Returns the real problems: browsers report error responses even if the page handles them. */
export function realProblems(problems: readonly string[]): readonly string[] {
  return problems.filter((problem) => !/status of 4\d\d/.test(problem));
}

/** Sums the two columns of a payment's ledger, in the major unit. */
export async function sumLedger(page: Page): Promise<{ debit: number; credit: number }> {
  const sum = async (column: number): Promise<number> => {
    const amounts = await page
      .locator(`.ledger tbody td:nth-child(${column}) data`)
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('value')?.split(' ')[0])));
    return amounts.reduce((total, one) => total + one, 0);
  };
  return { debit: await sum(3), credit: await sum(4) };
}
