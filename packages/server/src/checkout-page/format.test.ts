import { asCurrency } from '@guichet/kernel/currencies';
import { describe, expect, test } from 'vitest';
import { amountParts, countryName, formatAmount, formatDateTime, formatPhone, formatTime } from './format.ts';
import { languages } from './texts/texts.ts';

/**
 * `_` stands for the narrow no-break space between thousands, `~` for the ordinary no-break space, and `[]` for the
 * characters that isolate text.
 */
function readable(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '\u202f': '_',
    '\u00a0': '~',
    '\u2068': '[',
    '\u2069': ']',
  };
  return text.replace(/[\u202f\u00a0\u2068\u2069]/g, (sign) => signs[sign] ?? sign);
}

describe('formatAmount', () => {
  const cases: readonly [amount_minor: bigint, currency: string, fr: string, en: string][] = [
    [25_000n, 'XOF', '25_000~F~CFA', '25_000~F~CFA'],
    [10_000_000n, 'XOF', '10_000_000~F~CFA', '10_000_000~F~CFA'],
    [1n, 'XOF', '1~F~CFA', '1~F~CFA'],
    [0n, 'XOF', '0~F~CFA', '0~F~CFA'],
    [1_500n, 'XAF', '1_500~F~CFA', '1_500~F~CFA'],
    [1_250n, 'GHS', 'GH₵~12,50', 'GH₵~12.50'],
    [150_000n, 'KES', 'KSh~1_500,00', 'KSh~1_500.00'],
    [1_050n, 'USD', '10,50~$US', 'US$~10.50'],
    [123_456n, 'EUR', '1_234,56~€', '€~1_234.56'],
    [5_000n, 'UGX', 'USh~5_000', 'USh~5_000'],
    // Decimals follow ISO 4217, even where shops round them away.
    [200n, 'MGA', '2,00~Ar', '2.00~Ar'],
    [1_250n, 'TND', '1,250~TND', 'TND~1.250'],
    // Beyond the precision of a floating-point number.
    [900_719_925_474_099_305n, 'GHS', 'GH₵~9_007_199_254_740_993,05', 'GH₵~9_007_199_254_740_993.05'],
  ];
  for (const [amount_minor, code, fr, en] of cases) {
    test(`formats ${amount_minor} ${code}`, () => {
      const money = { amount_minor, currency: asCurrency(code) };
      expect(readable(formatAmount(money, 'fr'))).toBe(fr);
      expect(readable(formatAmount(money, 'en'))).toBe(en);
    });
  }

  const others: readonly [amount_minor: bigint, currency: string, sw: string, pt: string, ar: string][] = [
    [25_000n, 'XOF', '25_000~F~CFA', '25_000~F~CFA', '[25_000~F~CFA]'],
    [1_500n, 'XAF', '1_500~F~CFA', '1_500~F~CFA', '[1_500~F~CFA]'],
    [150_000n, 'KES', 'KSh~1_500.00', 'KSh~1_500,00', '[KSh~1_500.00]'],
    [150_050n, 'MZN', '1_500.50~MT', '1_500,50~MT', '[1_500.50~MT]'],
    [1_050n, 'USD', 'US$~10.50', '10,50~US$', '[10.50~US$]'],
    [1_250n, 'TND', 'TND~1.250', '1,250~TND', '[1.250~د.ت.]'],
  ];
  for (const [amount_minor, code, sw, pt, ar] of others) {
    test(`formats ${amount_minor} ${code} in further languages`, () => {
      const money = { amount_minor, currency: asCurrency(code) };
      expect(readable(formatAmount(money, 'sw'))).toBe(sw);
      expect(readable(formatAmount(money, 'pt'))).toBe(pt);
      expect(readable(formatAmount(money, 'ar'))).toBe(ar);
    });
  }

  test('franc amounts are formatted with the same digits and grouping in every language', () => {
    const money = { amount_minor: 1_234_567n, currency: asCurrency('XOF') };
    for (const language of languages) {
      expect(readable(amountParts(money, language).figure), language).toBe('1_234_567');
    }
  });

  test('amountParts separates the figure from its currency', () => {
    const money = { amount_minor: 1_250n, currency: asCurrency('GHS') };
    expect(amountParts(money, 'en')).toEqual({
      ...{ sign: '', figure: '12.50' },
      ...{ currency: 'GH₵', currency_place: 'before' },
    });
  });
});

describe('formatPhone', () => {
  const cases: readonly [text: string, grouped: string][] = [
    ['+2250700000000', '+225~07~00~00~00~00'],
    ['+22501970000', '+22501970000'],
    ['+2290197000000', '+229~01~97~00~00~00'],
    ['+221771234567', '+221~771~234~567'],
    ['+22670123456', '+226~70~12~34~56'],
    ['+254712345678', '+254~712~345~678'],
    ['00225 07 00 00 00 00', '+225~07~00~00~00~00'],
    ['07 00', '07 00'],
    ['', ''],
    ['<script>', '<script>'],
  ];
  for (const [text, grouped] of cases) {
    test(text || 'nothing', () => expect(readable(formatPhone(text))).toBe(grouped));
  }
});

test('times are shown with their time zone', () => {
  const at = new Date('2026-07-25T14:32:09Z');
  expect(readable(formatTime(at, 'fr'))).toBe('14:32~GMT');
  expect(readable(formatTime(at, 'en'))).toBe('14:32~GMT');
  expect(readable(formatDateTime(at, 'fr'))).toBe('25 juillet 2026 à 14:32~GMT');
  expect(readable(formatDateTime(at, 'en'))).toBe('25 July 2026 at 14:32~GMT');
  expect(readable(formatTime(at, 'sw'))).toBe('14:32~GMT');
  expect(readable(formatDateTime(at, 'sw'))).toBe('25 Julai 2026, 14:32~GMT');
  expect(readable(formatDateTime(at, 'pt'))).toBe('25 de julho de 2026 às 14:32~GMT');
  expect(readable(formatTime(at, 'ar'))).toBe('[14:32~GMT]');
  expect(readable(formatDateTime(at, 'ar'))).toBe('25 يوليو 2026 في 14:32~GMT');
});

test('country names are in the language of the page', () => {
  expect(countryName('CI', 'fr')).toBe('Côte d’Ivoire');
  expect(countryName('BJ', 'fr')).toBe('Bénin');
  expect(countryName('BJ', 'en')).toBe('Benin');
  expect(countryName('BJ', 'pt')).toBe('Benim');
  expect(countryName('BJ', 'ar')).toBe('بنين');
});
