import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import { chooseAndPay, makeCaller, makeCheckout, setFees } from '../../../../test-support/checkouts.ts';
import { isNightly } from '../../../../test-support/tier.ts';
import { type LiveService, startLiveService } from '../testing/live-service.ts';

let service: LiveService;
beforeAll(async () => {
  service = await startLiveService({ same_payment_apart_s: 30 });
});
afterAll(() => service.stop());

/** A session of a live merchant with one account, which serves all operators of these tests. */
async function open(name: string) {
  const { ctx, live } = service;
  const caller = await makeCaller(ctx, 'live');
  const code_first = { dial: '*144*4*6*{amount}#' };
  const services = [{}, { operator: 'wave_ci' }, { operator: 'orange_bf', code_first }];
  await live.addAccount(ctx, caller.merchant_id, { name, services });
  await setFees(ctx, caller, { orange_bf: '0' });
  const checkout = await makeCheckout(ctx, caller);
  return { ...checkout, address: `${service.url}/pay/${checkout.token}` };
}

/**
 * Runs without JavaScript only at night, because `live-mode.test.ts` requests the same pages, and `e2e/live` pays
 * on them.
 */
describe.each(isNightly ? [true, false] : [true])('with JavaScript: %s', (javascript) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser({ javascript });
  });
  afterAll(() => browser.close());

  test('a code created beforehand is entered where the payment is confirmed', async () => {
    const name = `code-${javascript}`;
    const { address } = await open(name);
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(address);
    await page.getByLabel('Your mobile money number').fill('+226 74 03 02 00');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: '*144*4*6*5000#' }).waitFor();
    // Without a code the browser itself sends nothing.
    await page.getByRole('button', { name: /^Pay/ }).click();
    expect(service.live.calls.filter(({ account }) => account === name)).toEqual([]);
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.locator('main[data-state=success]').waitFor();
    expect(browser.problems()).toEqual([]);
  });

  test('a payment that was repeated too soon can be sent again on the same page', async () => {
    const { address, ...checkout } = await open(`soon-${javascript}`);
    service.live.answer(`soon-${javascript}`, 'collect', {
      kind: 'failed',
      reason: 'wrong_pin',
      operator_code: 'x',
    });
    await chooseAndPay(service.ctx, checkout, '00');
    service.live.answer(`soon-${javascript}`, 'collect', { kind: 'settled' });
    const page = await browser.newPage({ viewport: 'phone' });
    await page.goto(`${address}?step=confirm`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('alert').getByText('Wait 30 s').waitFor();
    service.ctx.clock.advance(30_000);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.locator('main[data-state=success]').waitFor();
  });

  test('the operator’s own page opens in the same tab', async () => {
    const name = `away-${javascript}`;
    const { address } = await open(name);
    const url = 'https://pay.operator.example/c/1?a=1';
    service.live.answer(name, 'collect', { kind: 'pending', action: { kind: 'redirect', url } });
    const page = await browser.newPage({ viewport: 'phone' });
    await page.route('https://pay.operator.example/**', (route) => route.fulfill({ body: 'approve here' }));
    await page.goto(address);
    await page.getByLabel('Your mobile money number').fill('+225 07 04 03 02 00');
    await page.getByText('Another way').click();
    await page.getByText('Wave', { exact: true }).last().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('link', { name: 'Open Wave' }).click();
    await page.getByText('approve here').waitFor();
    expect(page.url()).toBe(url);
  });
});
