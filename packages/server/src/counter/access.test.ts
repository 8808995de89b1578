import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { collectBreaches } from '../checkout-page/matrix/testing/collect-breaches.ts';
import {
  openTab,
  readOverflow,
  readSmallControls,
  readViolations,
  schemes,
} from '../checkout-page/matrix/testing/open-tab.ts';
import { makeMerchant } from '../testing/api.ts';
import { makeDevice, openTill } from './testing/open-till.ts';

interface Document {
  readonly name: string;
  readonly html: string;
}

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await shareService();
  browser = await launchBrowser({ javascript: true });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** Collects the screens of a till in one language, with the longest texts that people can enter. */
async function collectScreens(language: 'en' | 'fr' | 'ar'): Promise<Document[]> {
  const { merchant_id } = await makeMerchant(service, {
    name: 'Boutique Aya',
    rules: ['mtn_ci', 'orange_ci'],
  });
  const entry = await openTill(service, merchant_id, { language, signs_in: false });
  const { device } = await openTill(service, merchant_id, { language });
  const screens: Document[] = [];
  const keep = (name: string, { text }: { readonly text: string }): void => {
    screens.push({ name: `${language} ${name}`, html: text });
  };
  keep('pair', await makeDevice(service).get('/caisse', { 'accept-language': language }));
  keep('sign-in', await entry.device.get('/caisse'));
  keep('wrong PIN', await entry.device.post('/caisse/sign-in', { cashier: entry.cashier_id, pin: 'x' }));
  const note = 'Kwassakwassa'.repeat(6);
  const take = async (amount: string) => {
    const taken = await device.post('/caisse/payments', {
      form: `a form of its own ${amount}`,
      amount,
      note,
    });
    return { ...taken, path: taken.path };
  };
  const paid = await take('9999999');
  keep('payment', paid);
  keep('no operator', await device.post(`${paid.path}/ask`, { phone: '+221770000000' }));
  await device.post(`${paid.path}/ask`, { phone: '0504030200' });
  const refused = await take('500');
  await device.post(`${refused.path}/ask`, { phone: '0504030201' });
  const ends = async (path: string, state: string) => {
    for (;;) {
      const shown = await device.get(path);
      if (shown.text.includes(`data-state="${state}"`)) return shown;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  keep('paid', await ends(paid.path, 'paid'));
  keep('failed', await ends(refused.path, 'failed'));
  keep('wrong amount', await device.post('/caisse/payments', { form: 'x', amount: 'x', note: 'x' }));
  keep('keypad', await device.get('/caisse'));
  keep('shift', await device.get('/caisse/shift'));
  keep('sheet', await device.post('/caisse/shift/close', {}));
  return screens;
}

test.each(['en', 'fr', 'ar'] as const)(
  'every screen is accessible, and fits a small phone: %s',
  { timeout: 120_000 },
  async (language) => {
    const screens = await collectScreens(language);
    expect(screens).toHaveLength(11);
    for (const scheme of schemes) {
      const { look, page } = await openTab(browser, { width: 360, height: 640, scheme });
      for (const expression of [readViolations, readOverflow, readSmallControls]) {
        expect(await collectBreaches(screens as never, (html) => look<string[]>(html, expression))).toEqual(
          [],
        );
      }
      await page.context().close();
    }
  },
);
