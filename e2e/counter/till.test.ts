import { type Device, type OpenTill, openTill } from '@guichet/server/counter/testing/open-till';
import { makeMerchant } from '@guichet/server/testing/api';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, setOffline, type TestBrowser } from '../../test-support/browser.ts';
import { makeGate } from '../../test-support/gate.ts';
import type { TestService } from '../../test-support/service.ts';
import { shareService } from '../../test-support/shared-service.ts';

let service: TestService;
let browser: TestBrowser;
let merchant_id: string;
beforeAll(async () => {
  service = await shareService();
  browser = await launchBrowser({ javascript: true });
  const rules = ['mtn_ci', 'orange_ci'];
  ({ merchant_id } = await makeMerchant(service, { name: 'Boutique Aya', rules }));
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** Replaces the voices of the browser, which has none here, by one that writes down what it says. */
const listen = `
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text };
Object.defineProperty(window, 'speechSynthesis', { value: {
  getVoices: () => [{ lang: 'fr-FR' }, { lang: 'en-GB' }],
  speak: ({ text, lang }) => window.spoken.push(lang + ': ' + text),
} });`;

/** Opens a till in the browser: the same device as that of the test. */
async function openPage({ device }: OpenTill, url = service.url): Promise<Page> {
  const page = await browser.newPage({ viewport: 'phone' });
  await page.addInitScript(listen);
  await page.context().addCookies(
    device
      .cookie()
      .split('; ')
      .map((one) => {
        const [name = '', value = ''] = one.split('=');
        return { name, value, url: `${url}/caisse` };
      }),
  );
  await page.goto(`${url}/caisse`);
  return page;
}

const spoken = (page: Page): Promise<readonly string[]> => page.evaluate('window.spoken');
const main = (page: Page, state: string) => page.locator(`main[data-state=${state}]`).waitFor();

async function type(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.locator(`[data-key="${key}"]`).click();
}

async function ask(device: Device, id: string, phone: string): Promise<void> {
  await device.post(`/caisse/payments/${id}/ask`, { phone });
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

describe('a till', () => {
  test('says the amount once it is paid, with one touch of each key', async () => {
    const page = await openPage(await openTill(service, merchant_id));
    await type(page, ['2', '5', '00', '0', '5', '']);
    expect(await page.locator('#amount').inputValue()).toBe('25 000');
    await page.getByRole('button', { name: 'Take the payment' }).click();
    await main(page, 'waiting');
    expect(await spoken(page)).toEqual([]);
    await page.locator('#phone').fill('0504030200');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await main(page, 'paid');
    await expect
      .poll(() => spoken(page))
      .toEqual(['en-GB: Test mode: no real money. 25000 francs received. MTN MoMo.']);
    await page.getByRole('link', { name: 'Next customer' }).click();
    await page.locator('.taken .paid').waitFor();
    // It is not said again, and the page was never loaded again.
    await page.reload();
    await page.locator('.taken .paid').waitFor();
    expect(await spoken(page)).toEqual([]);
    await page.context().close();
  });

  test('says what customers pay elsewhere while the next amount is typed', async () => {
    const open = await openTill(service, merchant_id, { language: 'fr' });
    const page = await openPage(open);
    await type(page, ['7', '00']);
    await page.getByRole('button', { name: 'Encaisser' }).click();
    await main(page, 'waiting');
    const id = idOf(page);
    await page.getByRole('link', { name: 'Retour' }).click();
    await main(page, 'keypad');
    await type(page, ['3']);
    await page.locator('#note').fill('Pain');
    await ask(open.device, id, '0504030200');
    await expect
      .poll(() => spoken(page))
      .toEqual(['fr-FR: Mode test\u00a0: aucun argent réel. 700 francs reçus. MTN MoMo.']);
    await page.locator('.taken .paid').waitFor();
    expect(await page.locator('#amount').inputValue()).toBe('3');
    expect(await page.locator('#note').inputValue()).toBe('Pain');
    await page.context().close();
  });

  test('says that it hears nothing while the line is down, and the truth once it is back', async () => {
    const open = await openTill(service, merchant_id);
    const page = await openPage(open);
    await type(page, ['9', '00']);
    await page.getByRole('button', { name: 'Take the payment' }).click();
    await main(page, 'waiting');
    const id = idOf(page);
    await setOffline(page, true);
    await page.locator('#lost').waitFor();
    await ask(open.device, id, '0504030200');
    await expect
      .poll(async () => (await open.device.get(`/caisse/payments/${id}`)).text)
      .toMatch(/data-state="paid"/);
    // Nothing is claimed that the till has not heard.
    expect(await page.locator('main').getAttribute('data-state')).toBe('waiting');
    expect(await spoken(page)).toEqual([]);
    await setOffline(page, false);
    await main(page, 'paid');
    await page.locator('#lost').waitFor({ state: 'hidden' });
    await expect
      .poll(() => spoken(page))
      .toEqual(['en-GB: Test mode: no real money. 900 francs received. MTN MoMo.']);
    await page.context().close();
  });

  test('notices a line that is silent without being cut, and listens again on another', async () => {
    const gate = await makeGate(service.url);
    const open = await openTill(service, merchant_id);
    const page = await openPage(open, new URL(gate.database_url).origin);
    await type(page, ['4', '00']);
    await page.getByRole('button', { name: 'Take the payment' }).click();
    await main(page, 'waiting');
    gate.lose('everything');
    await page.locator('#lost').waitFor();
    await ask(open.device, idOf(page), '0504030200');
    expect(await spoken(page)).toEqual([]);
    gate.pass();
    await main(page, 'paid');
    await page.locator('#lost').waitFor({ state: 'hidden' });
    await expect
      .poll(() => spoken(page))
      .toEqual(['en-GB: Test mode: no real money. 400 francs received. MTN MoMo.']);
    await page.context().close();
    await gate.close();
  });

  test('keeps the amount if it is sent without a network, and makes one payment', async () => {
    const open = await openTill(service, merchant_id);
    const page = await openPage(open);
    await type(page, ['5', '00']);
    await setOffline(page, true);
    await page.getByRole('button', { name: 'Take the payment' }).click();
    await page.getByText('No answer from the service. Try again: nothing is asked for twice.').waitFor();
    expect(await page.locator('#amount').inputValue()).toBe('500');
    await setOffline(page, false);
    await page.getByRole('button', { name: 'Take the payment' }).dblclick();
    await main(page, 'waiting');
    await page.goto(`${service.url}/caisse`);
    expect(await page.locator('.taken li').count()).toBe(1);
    await page.context().close();
  });

  test('never says a refused payment, and shows why', async () => {
    const page = await openPage(await openTill(service, merchant_id));
    await type(page, ['6', '00']);
    await page.getByRole('button', { name: 'Take the payment' }).click();
    await page.locator('#phone').fill('0504030201');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await main(page, 'failed');
    await page.getByText('Not enough money in the wallet.').waitFor();
    expect(await spoken(page)).toEqual([]);
    await page.context().close();
  });

  test('asks who is at the till again once the cashier has locked it', async () => {
    const page = await openPage(await openTill(service, merchant_id));
    await page.getByRole('button', { name: 'Lock' }).click();
    await page.getByRole('heading', { name: 'Who is at the till?' }).waitFor();
    await page.context().close();
  });
});
