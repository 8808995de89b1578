import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { asCurrency } from './currencies.ts';
import { majorText } from './money.ts';
import { readTypedAmount } from './typed-amount.ts';

describe('an amount as people write it', () => {
  it.each([
    ['25000', 'XOF', 25_000n],
    ['25 000', 'XOF', 25_000n],
    ['25\u202f000', 'XOF', 25_000n],
    ['25\u00a0000', 'XOF', 25_000n],
    [' 25000 ', 'XOF', 25_000n],
    ['25,000', 'XOF', 25_000n],
    ['25.000', 'XOF', 25_000n],
    ['1,250,000', 'XOF', 1_250_000n],
    ['1.250.000', 'XOF', 1_250_000n],
    ['25000.00', 'XOF', 25_000n],
    ['25.000,00', 'XOF', 25_000n],
    ['1250.5', 'GHS', 125_050n],
    ['1250,5', 'GHS', 125_050n],
    ['1 250,50', 'GHS', 125_050n],
    ['1,250.50', 'GHS', 125_050n],
    ['1.250,50', 'GHS', 125_050n],
    ['1,250', 'GHS', 125_000n],
    ['1,234,567.89', 'GHS', 123_456_789n],
    ['0.5', 'GHS', 50n],
    ['0,500', 'GHS', 50n],
    ['0', 'XOF', 0n],
    ['1.250.000', 'TND', 1_250_000_000n],
    ['1,250.500', 'TND', 1_250_500n],
    ['0.125', 'TND', 125n],
    ['-500', 'XOF', -500n],
  ] as const)('is read exactly: %j in %s', (text, code, amount_minor) => {
    const currency = asCurrency(code);
    expect(readTypedAmount(text, currency)).toEqual({ money: { amount_minor, currency } });
  });
});

describe('anything else is rejected', () => {
  it.each([
    ['', 'XOF', { kind: 'not_an_amount' }],
    ['abc', 'XOF', { kind: 'not_an_amount' }],
    ['25k', 'XOF', { kind: 'not_an_amount' }],
    ['1e3', 'XOF', { kind: 'not_an_amount' }],
    ['٢٥', 'XOF', { kind: 'not_an_amount' }],
    ['.', 'GHS', { kind: 'not_an_amount' }],
    [',5', 'GHS', { kind: 'not_an_amount' }],
    ['5,', 'GHS', { kind: 'not_an_amount' }],
    ['1,25,000', 'XOF', { kind: 'not_an_amount' }],
    ['1,250.000.00', 'GHS', { kind: 'not_an_amount' }],
    ['1.250,500,00', 'GHS', { kind: 'not_an_amount' }],
    ['1,250.50.5', 'GHS', { kind: 'not_an_amount' }],
    ['12500,50', 'XOF', { kind: 'too_many_decimals', allowed: 0 }],
    ['0,500', 'XOF', { kind: 'too_many_decimals', allowed: 0 }],
    ['1250.505', 'GHS', { kind: 'too_many_decimals', allowed: 2 }],
    ['1,250', 'TND', { kind: 'ambiguous' }],
    ['1.250', 'TND', { kind: 'ambiguous' }],
  ] as const)('%j in %s', (text, code, problem) => {
    expect(readTypedAmount(text, asCurrency(code))).toEqual({ problem });
  });
});

test('every amount with its decimals and either grouping is read without loss', () => {
  const amounts = fc.record({
    amount_minor: fc.bigInt(0n, 10n ** 15n),
    currency: fc.constantFrom(...['XOF', 'GHS', 'TND'].map(asCurrency)),
    marks: fc.constantFrom(',.', '.,', ' ,', ' .', '\u202f,'),
  });
  fc.assert(
    fc.property(amounts, ({ amount_minor, currency, marks }) => {
      const [group = '', decimal = ''] = marks;
      const money = { amount_minor, currency };
      const [whole = '', decimals] = majorText(money).split('.');
      const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
      const text = decimals === undefined ? grouped : `${grouped}${decimal}${decimals}`;
      const read = readTypedAmount(text, currency);
      // Three decimals without grouping are ambiguous.
      const is_unclear = currency === 'TND' && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
      expect(read).toEqual(is_unclear ? { problem: { kind: 'ambiguous' } } : { money });
    }),
  );
});
