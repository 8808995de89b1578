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
    .map((operator) => ({ ...operator, fee: nothing, total: nothing, available: true, needs_number: true }));
}

let browser: TestBrowser;
let page: BrowserPage;
beforeAll(async () => {
  browser = await launchBrowser({ javascript: true });
  page = await browser.newPage({ viewport: 'phone' });
});
afterAll(() => browser.close());

async function show(
  offers: readonly Offer[],
  change: { operator?: string; phone?: string; country?: string; is_guess?: boolean } = {},
) {
  const { choose } = sampleViews;
  if (choose?.kind !== 'choose') throw new Error('the sample is of another kind');
  const view: View = { ...choose, offers, ...change };
  await page.setContent(textOf(renderPage({ ...samplePage, language: 'en', view })));
}

const picked = (): Promise<string | null> =>
  page.evaluate<string | null>(
    `(document.querySelector('[name=operator]:checked') || { value: null }).value`,
  );
/** Name of the operator that stands alone as the chosen one; null if none does. */
const shown = async (): Promise<string | null> => {
  const card = page.locator('#guess');
  return (await card.isVisible()) ? await card.locator('b').innerText() : null;
};
const nameOf = (code: string | null): string | null =>
  operatorsForCurrency('XOF').find((operator) => operator.code === code)?.name ?? null;

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
    // Several countries: a local number is one of the picked country, which an international number picks.
    ['XOF', undefined, '07', 'orange_ci'],
    ['XOF', undefined, '0142', 'moov_ci'],
    ['XOF', undefined, '97', null],
    ['XOF', undefined, '+22507', 'orange_ci'],
    ['XOF', undefined, '+22607', 'orange_bf'],
    ['XOF', undefined, '+2290142', 'mtn_bj'],
    ['XOF', undefined, '00229 97 00 00 00', 'mtn_bj'],
  ];
  for (const [currency, country, typed, expected] of cases) {
    test(`${currency} ${country ?? 'everywhere'}: ${typed}`, async () => {
      await show(offersOf(currency, country));
      await page.locator('[name=phone]').pressSequentially(typed);
      expect([await picked(), (await shown()) !== null]).toEqual([expected, expected !== null]);
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
  const expectPicked = async (code: string | null) =>
    expect([await picked(), await shown()]).toEqual([code, nameOf(code)]);
  const pick = async (code: string) => {
    if ((await page.locator('.ways[open]').count()) === 0) await page.locator('.ways summary').click();
    await page.locator(`label:has([value=${code}])`).click();
    await page.locator('.ways summary').click();
  };
  beforeEach(() => show(offers));

  test('the guess follows the number until the customer picks an operator', async () => {
    await expectPicked(null);
    await phone().fill('07');
    await expectPicked('orange_ci');
    await phone().fill('05');
    await expectPicked('mtn_ci');
    await phone().fill('0');
    await expectPicked(null);
  });

  test('a picked operator is kept, and stands alone in place of the guess', async () => {
    await phone().fill('07');
    await pick('wave_ci');
    await expectPicked('wave_ci');
    await phone().fill('05');
    await expectPicked('wave_ci');
  });

  test('an operator picked before typing the number is also kept', async () => {
    await pick('wave_ci');
    await phone().fill('05');
    await expectPicked('wave_ci');
  });

  test('a saved choice counts as picked', async () => {
    await show(offers, { operator: 'wave_ci', phone: '+2250504030200' });
    await expectPicked('wave_ci');
    await phone().fill('07');
    await expectPicked('wave_ci');
  });

  test('a guess by the server does not count as picked', async () => {
    await show(offers, { operator: 'mtn_ci', phone: '+2250504030200', is_guess: true });
    await phone().fill('0504030201');
    await expectPicked('mtn_ci');
    await phone().fill('07');
    await expectPicked('orange_ci');
  });

  test('a number provided by the merchant is enough for a guess', async () => {
    await show(offers, { phone: '+2250504030200' });
    expect(await phone().inputValue()).toBe('05 04 03 02 00'.replaceAll(' ', '\u00a0'));
    await expectPicked('mtn_ci');
  });

  test('the keyboard can move from the guess to another operator', async () => {
    await phone().fill('07');
    await page.locator('.ways summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await picked()).not.toBe('orange_ci');
    expect(await page.locator('[name=operator]:focus').count()).toBe(1);
  });

  test('while the list is open, the chosen operator is not repeated above it', async () => {
    await phone().fill('07');
    await page.locator('.ways summary').click();
    expect(await shown()).toBeNull();
  });
});

describe('with the operators of several countries', () => {
  const offers = offersOf('XOF').map((offer) => ({ ...offer, needs_number: !offer.code.startsWith('wave') }));
  const listed = () => page.locator('.ways fieldset.country:visible legend').allInnerTexts();
  beforeEach(() => show(offers));

  test('the list shows the ways of the picked country', async () => {
    await page.locator('.ways summary').click();
    expect(await listed()).toEqual(['Côte d’Ivoire']);
    await page.selectOption('[name=country]', 'SN');
    expect(await listed()).toEqual(['Senegal']);
    expect(
      await page
        .locator('[name=direct]:visible')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    ).toEqual(['wave_sn']);
  });

  test('another country makes another guess from the same number', async () => {
    await page.fill('[name=phone]', '07 00 00 00');
    expect(await picked()).toBe('orange_ci');
    await page.selectOption('[name=country]', 'BF');
    expect(await picked()).toBe('orange_bf');
    await page.selectOption('[name=country]', 'BJ');
    expect([await picked(), await shown()]).toEqual([null, null]);
  });
});

test.each(['default', 'abidjan', 'cotonou'] as const)(
  'on a phone, %s shows the amount, the number and the button of a merchant with 24 operators at once',
  async (template) => {
    const { choose } = sampleViews;
    if (choose?.kind !== 'choose') throw new Error('the sample is of another kind');
    const view: View = { ...choose, offers: offersOf('XOF') };
    for (const [mode, typed] of [
      ['live', ''],
      ['test', '+22507'],
    ] as const) {
      await page.setContent(textOf(renderPage({ ...samplePage, template, mode, view })));
      await page.fill('[name=phone]', typed);
      expect(await shown()).toBe(typed === '' ? null : 'Orange Money');
      for (const part of ['.amount, .folded summary b', '[name=phone]', '.action .button']) {
        const box = await page.locator(part).filter({ visible: true }).boundingBox();
        expect((box?.y ?? 9999) + (box?.height ?? 0), part).toBeLessThanOrEqual(640);
      }
    }
  },
);

test('the guess does not shift the number, and the sticky bar does not cover the field', async () => {
  const { choose_countries: view } = sampleViews;
  if (!view) throw new Error('the sample is gone');
  await page.setContent(textOf(renderPage({ ...samplePage, template: 'abidjan', view })));
  const field = page.locator('[name=phone]');
  const bar = page.locator('.action');
  await field.focus();
  const before = await field.boundingBox();
  await field.fill('+22507');
  expect(await shown()).toBe('Orange Money');
  expect(await field.boundingBox()).toEqual(before);
  const [box, cover] = [await field.boundingBox(), await bar.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0);
});
