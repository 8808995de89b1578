import { describe, expect, it } from 'vitest';
import { readAmounts } from './read-amounts.ts';

describe('an amount in a search', () => {
  it.each([
    ['5000', { XOF: 5000n, GHS: 500_000n, TND: 5_000_000n }],
    ['5 000', { XOF: 5000n, GHS: 500_000n }],
    ['5\u202f000', { XOF: 5000n }],
    ['5,000', { XOF: 5000n, GHS: 500_000n }],
    ['5.000', { XOF: 5000n, GHS: 500_000n }],
    ['1,250.50', { GHS: 125_050n }],
    ['1 250,50', { GHS: 125_050n }],
    ['12,5', { GHS: 1250n, TND: 12_500n }],
  ])('written as %s is found in each currency that has such an amount', (text, expected) => {
    const read = new Map(
      readAmounts(text).map(({ currency, amount_minor }) => [`${currency}`, amount_minor]),
    );
    expect(Object.fromEntries(Object.keys(expected).map((code) => [code, read.get(code)]))).toEqual(expected);
  });

  it('has no meaning in a currency without such amounts', () => {
    const currencies = readAmounts('1 250,50').map(({ currency }) => `${currency}`);
    expect(currencies).not.toContain('XOF');
    expect(currencies).toContain('KES');
  });

  it('is ignored if it exceeds the largest possible amount of a currency with four decimals', () => {
    const read = readAmounts('9'.repeat(15));
    expect(read.map(({ currency }) => `${currency}`)).toContain('TND');
    expect(read.filter(({ amount_minor }) => amount_minor >= 2n ** 63n)).toEqual([]);
  });

  it('may be two amounts in a currency with three decimals', () => {
    const dinars = readAmounts('5.000').filter(({ currency }) => currency === 'TND');
    expect(dinars.map(({ amount_minor }) => amount_minor)).toEqual([5_000_000n, 5000n]);
  });

  it.each([
    ['5000 XOF', 'XOF 5000'],
    ['5 000 xof', 'XOF 5000'],
    ['XOF 5,000', 'XOF 5000'],
    ['5000XOF', 'XOF 5000'],
    ['12.50 GHS', 'GHS 1250'],
    ['GH₵12.50', 'GHS 1250'],
    ['Ksh 1,200', 'KES 120000'],
    ['25 000 F CFA', 'XAF 25000, XOF 25000'],
    ['25 000 FCFA', 'XAF 25000, XOF 25000'],
    ['5000 F', 'XAF 5000, XOF 5000'],
  ])('written as %s has the given currency', (text, expected) => {
    const found = readAmounts(text).map(({ currency, amount_minor }) => `${currency} ${amount_minor}`);
    expect(found.toSorted().join(', ')).toBe(expected);
  });

  it.each(
    [
      ['', 'Awa', '0', '0 XOF', '-5000', '0700000042', '07 00 00 00 42', '5000 pagnes', 'A-1001', '1.2.3'],
      ['XOF 5000 XOF', '5,00,00', '1e3', '9'.repeat(16), '5'.padEnd(250, ','), `${'1 '.repeat(120)}x`],
    ].flat(),
  )('is not read from %j', (text) => {
    expect(readAmounts(text)).toEqual([]);
  });
});
