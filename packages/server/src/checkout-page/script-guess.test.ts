import { asCurrency } from '@guichet/kernel/currencies';
import { operatorsForCurrency } from '@guichet/operators/catalogue';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../../../../test-support/browser.ts';
import { textOf } from './compress.ts';
import type { Offer, View } from './page.ts';
import { renderPage } from './render.ts';
import { samplePage, sampleViews } from './samples.ts';

/** Offers of all known operators of a currency, or of one of its countries. */
function offersOf(currency: string, country?: string): readonly Offer[] {
  const nothing = { amount_minor: 0n, currency: asCurrency(currency) };
  return operatorsForCurrency(currency)
    .filter((operator) => country === undefined || operator.country === country)
    .map((operator) => ({ ...operator, fee: nothing, total: nothing, available: true }));
}

let browser: TestBrowser;
let page: BrowserPage;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: true });
  page = await browser.newPage({ viewport: 'phone' });
});
afterAll(() => browser.close());

async function show(offers: readonly Offer[], change: { operator?: string; phone?: string } = {}) {
  const { choose } = sampleViews;
  if (choose?.kind !== 'choose') throw new Error('the sample is of another kind');
  const view: View = { ...choose, offers, ...change };
  await page.setContent(textOf(renderPage({ ...samplePage, language: 'en', view })));
}

const picked = (): Promise<string | null> =>
  page.evaluate<string | null>(
    `(document.querySelector('[name=operator]:checked') || { value: null }).value`,
  );
const isHintShown = (): Promise<boolean> => page.locator('#guess').isVisible();

describe('the operator is guessed from the number', () => {
  const cases: readonly [
    currency: string,
    country: string | undefined,
    typed: string,
    expected: string | null,
  ][] = [
    ['XOF', 'CI', '07', 'orange_ci'],
    ['XOF', 'CI', '0', null],
    ['XOF', 'CI', '05 04 03 02 01', 'mtn_ci'],
    ['XOF', 'CI', '+225 01', 'moov_ci'],
    ['XOF', 'CI', '00225 07 00', 'orange_ci'],
    ['XOF', 'CI', '22507', 'orange_ci'],
    ['XOF', 'CI', '(225) 05-04', 'mtn_ci'],
    // The number matches no operator of this country, or no operator at all.
    ['XOF', 'CI', '+22807', null],
    ['XOF', 'CI', '+225', null],
    ['XOF', 'CI', '09', null],
    ['XOF', 'CI', '', null],
    // Prefixes of different lengths.
    ['XOF', 'BJ', '0142', 'mtn_bj'],
    ['XOF', 'BJ', '014', null],
    // The old numbering plan of Benin.
    ['XOF', 'BJ', '97 00 00 00', 'mtn_bj'],
    ['XOF', 'BJ', '+229 95', 'moov_bj'],
    // With a trunk prefix, and without.
    ['GHS', undefined, '024', 'mtn_gh'],
    ['GHS', undefined, '24', 'mtn_gh'],
    ['GHS', undefined, '+233 (0)24', 'mtn_gh'],
    ['NGN', undefined, '0703', 'mtn_ng'],
    ['NGN', undefined, '0702', null],
    ['NGN', undefined, '07025', 'mtn_ng'],
    // Several countries: a local number is ambiguous if it fits two of them.
    ['XOF', undefined, '07', null],
    ['XOF', undefined, '+22507', 'orange_ci'],
    ['XOF', undefined, '+22607', 'orange_bf'],
    ['XOF', undefined, '0142', null],
    ['XOF', undefined, '+2290142', 'mtn_bj'],
    ['XOF', undefined, '0197', null],
    ['XOF', undefined, '97', null],
  ];
  for (const [currency, country, typed, expected] of cases) {
    test(`${currency} ${country ?? 'everywhere'}: ${typed}`, async () => {
      await show(offersOf(currency, country));
      await page.locator('[name=phone]').pressSequentially(typed);
      expect([await picked(), await isHintShown()]).toEqual([expected, expected !== null]);
    });
  }

  test('no two operators of a country have a prefix in common, so each of them can be guessed', () => {
    for (const currency of ['XOF', 'XAF', 'GHS', 'NGN', 'KES', 'UGX', 'RWF', 'ZMW']) {
      const starts = offersOf(currency).flatMap(({ calling_code, prefixes }) =>
        prefixes.map((prefix) => calling_code + prefix),
      );
      expect(starts).toEqual([...new Set(starts)]);
    }
  });
});

describe('with the operators of Côte d’Ivoire', () => {
  const offers = offersOf('XOF', 'CI');
  const phone = () => page.locator('[name=phone]');
  beforeEach(() => show(offers));

  test('the guess follows the number until the customer picks an operator', async () => {
    await phone().fill('07');
    expect(await picked()).toBe('orange_ci');
    await phone().fill('05');
    expect(await picked()).toBe('mtn_ci');
    await phone().fill('0');
    expect([await picked(), await isHintShown()]).toEqual([null, false]);
  });

  test('a picked operator is kept, and the hint disappears', async () => {
    await phone().fill('07');
    await page.locator('label:has([value=wave_ci])').click();
    expect([await picked(), await isHintShown()]).toEqual(['wave_ci', false]);
    await phone().fill('05');
    expect([await picked(), await isHintShown()]).toEqual(['wave_ci', false]);
  });

  test('an operator picked before typing the number is also kept', async () => {
    await page.locator('label:has([value=wave_ci])').click();
    await phone().fill('05');
    expect([await picked(), await isHintShown()]).toEqual(['wave_ci', false]);
  });

  test('a saved choice counts as picked', async () => {
    await show(offers, { operator: 'wave_ci', phone: '+2250504030200' });
    expect([await picked(), await isHintShown()]).toEqual(['wave_ci', false]);
  });

  test('a guess by the server does not count as picked', async () => {
    await show(offers, { operator: 'mtn_ci', phone: '+2250504030200' });
    await page.evaluate(`document.getElementById('guess').hidden = false`);
    await phone().fill('0504030201');
    expect([await picked(), await isHintShown()]).toEqual(['mtn_ci', true]);
    await phone().fill('07');
    expect([await picked(), await isHintShown()]).toEqual(['orange_ci', true]);
  });

  test('a number provided by the merchant is enough for a guess', async () => {
    await show(offers, { phone: '+2250504030200' });
    expect([await picked(), await isHintShown()]).toEqual(['mtn_ci', true]);
  });

  test('the keyboard can move from the guess to another operator', async () => {
    await phone().fill('07');
    await page.locator('[value=orange_ci]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await picked()).not.toBe('orange_ci');
    expect(await isHintShown()).toBe(false);
  });
});

test('the hint does not shift the page, and the sticky bar does not cover the field', async () => {
  const { choose_countries: view } = sampleViews;
  if (!view) throw new Error('the sample is gone');
  await page.setContent(textOf(renderPage({ ...samplePage, template: 'abidjan', view })));
  const field = page.locator('[name=phone]');
  const bar = page.locator('.action');
  await field.focus();
  const before = await field.boundingBox();
  await field.fill('+22507');
  expect(await isHintShown()).toBe(true);
  expect(await field.boundingBox()).toEqual(before);
  const [box, cover] = [await field.boundingBox(), await bar.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0);
});
