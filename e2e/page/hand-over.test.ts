import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../test-support/browser.ts';
import {
  arrivePaid,
  buy,
  choose,
  decide,
  expectPaidOrder,
  type Market,
  openMarket,
  pay,
  stateIs,
  step_ms_max,
  tokenOf,
  triesAll,
} from './steps.ts';

/** Tests a customer at a desktop whose wallet is on their phone. */
let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

describe.each([{ javascript: true }, { javascript: false }])('with JavaScript: $javascript', (options) => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser(options);
  });
  afterAll(() => browser.close());
  const further = test.runIf(triesAll(options));

  test('the phone takes over the payment, and the desktop page follows to the receipt', async () => {
    const desk = await browser.newPage({ viewport: 'desktop', locale: 'en-GB' });
    await buy(desk, market.shop);
    const token = tokenOf(desk);
    await desk.locator('main a[href*="step=phone"]').click();
    await stateIs(desk, 'hand_over');
    const code = await desk.locator('.short-code').innerText();

    const phone = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    phone.setDefaultTimeout(step_ms_max);
    await phone.goto(`${market.service.url}/pay`);
    // People may type the code like this: in lowercase, and without the dash.
    await phone.fill('[name=code]', code.toLowerCase().replaceAll('-', ' '));
    await phone.keyboard.press('Enter');
    await stateIs(phone, 'choose');
    expect(tokenOf(phone)).toBe(token);

    await choose(phone, 'mtn_ci', '0500000022');
    await stateIs(desk, 'hand_over');
    await pay(phone);
    await stateIs(phone, 'waiting');
    await stateIs(desk, 'waiting');
    await decide(phone, 'approve');
    await Promise.all([stateIs(phone, 'success'), stateIs(desk, 'success')]);
    await arrivePaid(desk);
    await expectPaidOrder(phone);
    expect(await market.countAttempts(token)).toBe(1);
    expect(browser.problems()).toEqual([]);
  });

  further('the desktop page can still pay by itself', async () => {
    const desk = await browser.newPage({ viewport: 'desktop', locale: 'en-GB' });
    await buy(desk, market.shop);
    await desk.locator('main a[href*="step=phone"]').click();
    await stateIs(desk, 'hand_over');
    await desk.locator('main a[href*="step=choose"]').click();
    await stateIs(desk, 'choose');
    await choose(desk, 'mtn_ci', '0500000000');
    await pay(desk);
    await arrivePaid(desk);
  });

  further('an unknown code gives an error and can be corrected', async () => {
    const phone = await browser.newPage({ viewport: 'phone', locale: 'en-GB' });
    await phone.goto(`${market.service.url}/pay`);
    await phone.fill('[name=code]', '0000-0000');
    await phone.keyboard.press('Enter');
    await phone.waitForSelector('[name=code][aria-invalid=true]');
    expect(await phone.inputValue('[name=code]')).toContain('0000');
  });
});
