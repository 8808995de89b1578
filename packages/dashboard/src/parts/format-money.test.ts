import { asCurrency } from '@guichet/kernel/currencies';
import { expect, test } from 'vitest';
import { formatMoney } from './format-money.ts';

test.each([
  [25_000n, 'XOF', 'fr', '25\u202f000\u00a0F\u202fCFA'],
  [0n, 'XOF', 'fr', '0\u00a0F\u202fCFA'],
  [-1_250n, 'GHS', 'en', '-GH₵12.50'],
  [1_250n, 'TND', 'fr', '1,250\u00a0TND'],
] as const)('%s minor units of %s in %s', (amount_minor, code, language, text) => {
  expect(formatMoney({ amount_minor, currency: asCurrency(code) }, language)).toBe(text);
});

test('an amount that no double holds keeps every figure', () => {
  const money = { amount_minor: 9_007_199_254_740_993n, currency: asCurrency('XOF') };
  expect(formatMoney(money, 'en')).toContain('9\u202f007\u202f199\u202f254\u202f740\u202f993');
});
