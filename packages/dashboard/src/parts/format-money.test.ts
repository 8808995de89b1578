import { asCurrency } from '@guichet/kernel/currencies';
import { formatAmount } from '@guichet/server/checkout-page/format';
import { expect, test } from 'vitest';
import { formatMoney } from './format-money.ts';

test.each([
  [25_000n, 'XOF', 'fr', '25\u202f000\u00a0F\u00a0CFA'],
  [-5_100n, 'XOF', 'en', '-5\u202f100\u00a0F\u00a0CFA'],
  [0n, 'XOF', 'fr', '0\u00a0F\u00a0CFA'],
  [-1_250n, 'GHS', 'en', '-GH₵\u00a012.50'],
  [-1_250n, 'EUR', 'en', '-€\u00a012.50'],
  [1_250n, 'TND', 'fr', '1,250\u00a0TND'],
] as const)(
  '%s minor units of %s are formatted for the language %s',
  (amount_minor, code, language, text) => {
    expect(formatMoney({ amount_minor, currency: asCurrency(code) }, language)).toBe(text);
  },
);

test.each(['XOF', 'XAF', 'GHS', 'KES', 'USD', 'TND'])('%s is formatted as on the payment page', (code) => {
  const money = { amount_minor: 123_456_789n, currency: asCurrency(code) };
  for (const language of ['en', 'fr'] as const) {
    expect(formatMoney(money, language)).toBe(formatAmount(money, language));
  }
});

test('an amount beyond a double’s precision keeps every digit', () => {
  const money = { amount_minor: 9_007_199_254_740_993n, currency: asCurrency('XOF') };
  expect(formatMoney(money, 'en')).toContain('9\u202f007\u202f199\u202f254\u202f740\u202f993');
});
