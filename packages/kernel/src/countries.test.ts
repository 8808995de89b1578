import { getCountries } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { isCountry, readCountry } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

describe('a country code', () => {
  it('is one of the 249 in ISO 3166-1, or one of 3 others that have phone numbers', () => {
    const found = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
    expect(found).toHaveLength(252);
    // Each has a name, so none is a typo.
    expect(found.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it('exists for every country that the phone library knows', () => {
    expect(getCountries().filter((code) => !isCountry(code))).toEqual([]);
  });

  it.each(['CI', 'SN', 'CD', 'GB', 'US', 'XK'])('%s exists', (code) => {
    expect(isCountry(code)).toBe(true);
  });

  it.each(['', 'C', 'ci', 'CIV', 'ZZ', 'XX', 'EU', 'UK', 'YU', ' CI', 'C1', '__proto__'])(
    '%j does not exist',
    (code) => {
      expect(isCountry(code)).toBe(false);
    },
  );

  it.each([
    ['CI', 'CI'],
    ['ci', 'CI'],
    ['cI', 'CI'],
    ['ß', undefined],
    ['ﬁ', undefined],
    ['ſn', undefined],
    ['zz', undefined],
    ['civ', undefined],
    [' ci', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, code) => {
    expect(readCountry(text)).toBe(code);
  });
});
