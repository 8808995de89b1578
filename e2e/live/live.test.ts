import { setTimeout } from 'node:timers/promises';
import { checkLedger } from '@guichet/core/ledger';
import { listAccountCallbacks } from '@guichet/core/operations';
import { listProviders } from '@guichet/core/routing';
import { showRefund } from '@guichet/core/transfers';
import type { Transaction } from '@guichet/simulators/contract';
import type { StartedSimulator } from '@guichet/simulators/start-all';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import { type LiveMarket, openLiveMarket, type Seller } from './live-market.ts';
import { payOnPage } from './pay-on-page.ts';
import { type Way, ways } from './ways.ts';

/**
 * Tests live mode as people use it: a merchant connects an account with the command that `npm run simulators`
 * prints, a customer pays on the hosted page, money is paid out and refunded, and at the end our books match the
 * provider's. One table covers every connector and every contract.
 */
const amount = 5000;
/** Includes the fee of 2 %. */
const charged = 5100;
const paid_out = 1000;
/** Providers respond within seconds; the rest is a margin for busy machines. */
const patience_ms = 45_000;

let market: LiveMarket;
let scripted: TestBrowser;
let plain: TestBrowser;
beforeAll(async () => {
  [market, scripted, plain] = await Promise.all([
    openLiveMarket(),
    launchBrowser({ javascript: true }),
    launchBrowser({ javascript: false }),
  ]);
});
afterAll(async () => {
  await Promise.all([scripted.close(), plain.close()]);
  await market.close();
});

describe('a payment on the page, a payout and a refund', () => {
  test.concurrent.each(ways)(
    'succeed with $connector $name ($operator, $asks)',
    { timeout: 120_000 },
    async (way) => {
      const seller = await market.openSeller(way);
      const [payment_id = ''] = await Promise.all(way.payers.map((_, index) => collect(way, seller, index)));
      if (way.recipient === null) {
        await expectNoWayOut(way, seller, payment_id);
      } else {
        await payOut(way, seller, way.recipient);
        if (way.refund === 0) await expectNoRefund(payment_id);
        else await giveBack(way, seller, payment_id);
      }
      await expectCallbacks(way, seller);
      await expectRedactedCalls(way, seller);
    },
  );
});

describe('afterwards', () => {
  test('the books balance', async () => {
    expect(await checkLedger(market.service.ctx, command)).toMatchObject({ ok: true, breaches: [] });
  });

  const connectors = [...new Set(ways.map(({ connector }) => connector))];
  test.each(connectors)('%s has moved the amounts that our books show', async (connector) => {
    const own = ways.filter((way) => way.connector === connector);
    const moved = await readMoved(market.simulatorOf(connector));
    const expected = own.map(keptOf).reduce((sum, one) => sum + one, 0);
    expect({ moved, booked: await market.clearingOf(connector) }).toEqual({
      moved: expected,
      booked: expected,
    });
  });

  test('neither the service nor the browsers have reported errors', () => {
    expect(market.service.logs.filter(({ level }) => level === 'error')).toEqual([]);
    expect([...scripted.problems(), ...plain.problems()]).toEqual([]);
  });
});

/** Reads the amount that the provider has collected, less payouts and refunds. */
async function readMoved({ control_url }: StartedSimulator): Promise<number> {
  const books = await (await fetch(`${control_url}/transactions`)).json();
  return (books as { transactions: readonly Transaction[] }).transactions
    .filter(({ status }) => status === 'success')
    .map(({ direction, moved_amount }) => (direction === 'collect' ? 1 : -1) * Number(moved_amount))
    .reduce((sum, one) => sum + one, 0);
}

/**
 * Returns the amount that the provider holds at the end: all payments of a contract, less the payout and the
 * refund.
 */
function keptOf({ payers, recipient, refund }: Way): number {
  const out = recipient === null ? 0 : paid_out + (refund ?? charged);
  return charged * payers.length - out;
}

/**
 * Collects from the first payer on a desktop, from others on a phone without JavaScript. @returns the payment's id
 */
async function collect(way: Way, { call }: Seller, index: number): Promise<string> {
  const { data } = await call('POST', '/payments', {
    amount,
    currency: way.currency,
    description: 'Pagne wax, 6 yards',
    return_url: 'https://shop.example/thanks',
  });
  const address = `${market.url}/pay/${data.session_token}`;
  const visit = { way, payer: way.payers[index] ?? '', address };
  if (index === 0) await payOnPage(scripted, { ...visit, viewport: 'desktop' });
  else await payOnPage(plain, { ...visit, viewport: 'phone' });
  expect((await call('GET', `/payments/${data.id}`)).data).toMatchObject({
    status: 'success',
    amount,
    charged_amount: charged,
    operator: way.operator,
  });
  return String(data.id);
}

async function payOut(way: Way, { call }: Seller, recipient: string): Promise<void> {
  const created = await call('POST', '/payouts', payoutTo(way, recipient));
  expect(created).toMatchObject({ status: 201, data: { status: 'pending' } });
  await succeeds(async () => (await call('GET', `/payouts/${created.data.id}`)).data.status);
}

function payoutTo({ currency, operator }: Way, phone: string) {
  const recipient = { phone, first_name: 'Awa', last_name: 'Kone' };
  return { amount: paid_out, currency, operator, recipient, description: 'Supplier, November' };
}

async function giveBack(way: Way, { call }: Seller, payment_id: string): Promise<void> {
  const part = way.refund === null ? '' : `--amount ${way.refund}`;
  const { id } = await market.paste(`npx guichet refunds create --payment ${payment_id} ${part} --json`);
  const { ctx } = market.service;
  await succeeds(async () => (await showRefund(ctx, command, String(id))).refund.status);
  const refunded_amount = way.refund ?? charged;
  expect((await call('GET', `/payments/${payment_id}`)).data).toMatchObject({ refunded_amount });
}

/** Polls until the status is final, and expects success. Used because concurrent tests have no `expect.poll`. */
async function succeeds(readStatus: () => Promise<unknown>): Promise<void> {
  const give_up_at = performance.now() + patience_ms;
  let status = await readStatus();
  while ((status === 'pending' || status === 'processing') && performance.now() < give_up_at) {
    await setTimeout(200);
    status = await readStatus();
  }
  expect(status).toBe('success');
}

/** Expects payouts and refunds to be refused with a reason, because the contract cannot send money. */
async function expectNoRefund(payment_id: string): Promise<void> {
  const refund = market.paste(`npx guichet refunds create --payment ${payment_id} --json`);
  await expect(refund).rejects.toThrow('refund the customer another way');
}

async function expectNoWayOut(way: Way, { call }: Seller, payment_id: string): Promise<void> {
  const payout = await call('POST', '/payouts', payoutTo(way, way.payers[0] ?? ''));
  expect(payout).toMatchObject({
    status: 422,
    errors: { operator: [expect.stringMatching('does not support payouts')] },
  });
  const refund = market.paste(`npx guichet refunds create --payment ${payment_id} --json`);
  await expect(refund).rejects.toThrow('supports neither refunds nor payouts');
}

async function expectCallbacks({ is_called_back }: Way, { account_id }: Seller): Promise<void> {
  const options = { account_id, with_problem: false, limit: 50 };
  const callbacks = await listAccountCallbacks(market.service.ctx, command, options);
  expect(callbacks.length > 0).toBe(is_called_back);
  expect(callbacks.filter(({ problem }) => problem !== null)).toEqual([]);
}

/** Expects the recorded calls to contain no secret of the account, no phone number and no name. */
async function expectRedactedCalls(way: Way, { merchant_id, settings }: Seller): Promise<void> {
  const { ctx } = market.service;
  const kept = await ctx.db
    .selectFrom('operator_calls')
    .select(['verb', 'exchanges'])
    .where('merchant_id', '=', merchant_id)
    .execute();
  const verbs = new Set(kept.map(({ verb }) => verb));
  expect([...verbs]).toEqual(
    expect.arrayContaining(way.recipient === null ? ['collect'] : ['collect', 'payout']),
  );
  const text = JSON.stringify(kept.map(({ exchanges }) => exchanges));
  const provider = listProviders(ctx).find(({ connector }) => connector === way.connector);
  const secrets = (provider?.settings ?? [])
    .filter(({ field, secret }) => secret && settings[field] !== undefined)
    .map(({ field }) => String(settings[field]));
  expect(secrets.length).toBeGreaterThan(0);
  const numbers = [...way.payers, way.recipient ?? way.payers[0] ?? ''].map((phone) => phone.slice(-8));
  // Short secrets are searched for in quotes, because a PIN of four digits occurs in many longer numbers.
  for (const one of [...secrets.map((secret) => (secret.length < 6 ? `"${secret}"` : secret)), ...numbers]) {
    expect(text).not.toContain(one);
  }
  // The names are searched for as whole words, because three letters occur in many random tokens.
  expect(text).not.toMatch(/\b(Awa|Kone)\b/);
}
