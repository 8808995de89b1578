import { describe, expect, it } from 'vitest';
import { asCurrency, currencies, exponentOf, isCurrency } from './currencies.ts';

describe('the currencies', () => {
  it('are three capitals each, sorted, without duplicates', () => {
    expect(currencies.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(currencies).toEqual([...new Set(currencies)].sort());
  });

  it('are about as many as ISO 4217 lists', () => {
    // A missing line of the table would remove dozens.
    expect(currencies.length).toBeGreaterThan(150);
    expect(currencies.length).toBeLessThan(185);
  });

  it.each([
    ['XOF', 0],
    ['XAF', 0],
    ['GNF', 0],
    ['RWF', 0],
    ['UGX', 0],
    ['JPY', 0],
    ['GHS', 2],
    ['KES', 2],
    ['NGN', 2],
    ['EUR', 2],
    ['USD', 2],
    // Two decimals in ISO 4217, although only fifths of the unit exist.
    ['MGA', 2],
    ['MRU', 2],
    // Retail prices omit these decimals (CLDR), banks do not.
    ['IQD', 3],
    ['AFN', 2],
    ['TND', 3],
    ['KWD', 3],
    ['CLF', 4],
    ['UYW', 4],
  ])('%s has %i decimals', (code, decimals) => {
    expect(exponentOf(asCurrency(code))).toBe(decimals);
  });

  it('in common use have the same exponents as in Intl', () => {
    for (const code of ['XOF', 'XAF', 'GHS', 'KES', 'TZS', 'ZMW', 'EUR', 'USD', 'JPY', 'TND', 'BHD']) {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
      const digits = format.resolvedOptions().maximumFractionDigits;
      // CLDR leaves out the cents of TZS.
      if (code !== 'TZS') expect([code, exponentOf(asCurrency(code))]).toEqual([code, digits]);
    }
  });

  it.each([
    ['xof', 'lowercase'],
    ['XO', 'too short'],
    ['XOFF', 'too long'],
    [' XOF', 'a space'],
    ['', 'nothing'],
    ['XXX', 'not a currency'],
    ['XTS', 'for tests'],
    ['XAU', 'gold'],
    ['BTC', 'not in ISO 4217'],
    ['DEM', 'withdrawn'],
    ['SLL', 'replaced by SLE'],
    ['constructor', 'a property of objects'],
  ])('%s does not exist: %s', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => asCurrency(code)).toThrow(`not an ISO 4217 currency: ${code}`);
  });
});
