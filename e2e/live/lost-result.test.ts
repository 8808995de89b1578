import { setTimeout } from 'node:timers/promises';
import { checkLedger } from '@guichet/core/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../test-support/actors.ts';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import { type LiveMarket, openLiveMarket } from './live-market.ts';
import { payOnPage } from './pay-on-page.ts';
import { ways } from './ways.ts';

/**
 * The first inquiry that calls Daraja is the fifth, about 40 s after the payout; the rest is a margin for busy
 * machines.
 */
const patience_ms = 120_000;

let market: LiveMarket;
let browser: TestBrowser;
beforeAll(async () => {
  [market, browser] = await Promise.all([openLiveMarket(), launchBrowser({ javascript: false })]);
});
afterAll(async () => {
  await browser.close();
  await market.close();
});

test('an M-PESA payout whose result never arrives is settled by a status query', {
  timeout: 180_000,
}, async () => {
  const way = ways.find(({ connector }) => connector === 'mpesa-daraja');
  if (!way?.recipient) throw new Error('M-PESA pays out');
  const { call, account_id } = await market.openSeller(way);
  const { data: payment } = await call('POST', '/payments', {
    amount: 5000,
    currency: way.currency,
    description: 'Pagne wax, 6 yards',
    return_url: 'https://shop.example/thanks',
  });
  const address = `${market.url}/pay/${payment.session_token}`;
  await payOnPage(browser, { way, payer: way.payers[0] ?? '', address, viewport: 'phone' });

  const { control_url } = market.simulatorOf(way.connector);
  const next = [{ kind: 'no_callback', place: 'token=payout.' }];
  await fetch(`${control_url}/faults`, { method: 'POST', body: JSON.stringify({ next }) });
  const { data: payout } = await call('POST', '/payouts', {
    amount: 1000,
    currency: way.currency,
    operator: way.operator,
    recipient: { phone: way.recipient, first_name: 'Awa', last_name: 'Kone' },
  });
  const read = async () => (await call('GET', `/payouts/${payout.id}`)).data.status;
  const give_up_at = performance.now() + patience_ms;
  while ((await read()) !== 'success' && performance.now() < give_up_at) await setTimeout(500);
  expect(await read()).toBe('success');

  // The result itself never arrived: the response to our status query settled the payout.
  const callbacks = await market.service.ctx.db
    .selectFrom('callbacks')
    .select('url')
    .where('account_id', '=', account_id)
    .execute();
  const asked = callbacks.map(({ url }) => new URL(url).searchParams.get('token')?.split('.')[0]);
  expect(asked).toContain('payout_status');
  expect(asked).not.toContain('payout');
  expect(await checkLedger(market.service.ctx, command)).toMatchObject({ ok: true, breaches: [] });
});
