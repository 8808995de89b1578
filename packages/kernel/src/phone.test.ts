import { describe, expect, it } from 'vitest';
import { maskPhone, parsePhone } from './phone.ts';

describe('parsePhone', () => {
  it.each([
    ['+2250700000000', '+2250700000000', 'CI'],
    ['+225 07 00 00 00 00', '+2250700000000', 'CI'],
    ['+225 07.00-00(00)00', '+2250700000000', 'CI'],
    ['  +2250700000000\n', '+2250700000000', 'CI'],
    ['002250700000000', '+2250700000000', 'CI'],
    ['00 225 07 00 00 00 00', '+2250700000000', 'CI'],
    ['+22890112345', '+22890112345', 'TG'],
    ['+221771234567', '+221771234567', 'SN'],
    ['+233241234567', '+233241234567', 'GH'],
    ['+254712345678', '+254712345678', 'KE'],
    ['+33612345678', '+33612345678', 'FR'],
    // Benin had 8 digits until 30 November 2024.
    ['+22997000000', '+2290197000000', 'BJ'],
    ['+229 97 00 00 00', '+2290197000000', 'BJ'],
    ['0022997000000', '+2290197000000', 'BJ'],
    ['+2290197000000', '+2290197000000', 'BJ'],
    // Satellite numbers belong to no country.
    ['+881612345678', '+881612345678', null],
  ])('reads %j as %s, with the country %s', (text, e164, country) => {
    expect(parsePhone(text)).toMatchObject({ e164, country });
  });

  it.each([
    ['0700000000', 'CI', '+2250700000000', '0700000000'],
    ['07 00 00 00 00', 'CI', '+2250700000000', '0700000000'],
    ['97000000', 'BJ', '+2290197000000', '0197000000'],
    ['97 00 00 00', 'BJ', '+2290197000000', '0197000000'],
    ['229 97 00 00 00', 'BJ', '+2290197000000', '0197000000'],
    ['229 01 97 00 00 00', 'BJ', '+2290197000000', '0197000000'],
    ['0197000000', 'BJ', '+2290197000000', '0197000000'],
    ['0712345678', 'KE', '+254712345678', '712345678'],
    ['712345678', 'KE', '+254712345678', '712345678'],
    // An international number overrides the given country.
    ['+2250700000000', 'BJ', '+2250700000000', '0700000000'],
    ['002250700000000', 'BJ', '+2250700000000', '0700000000'],
  ])('reads %j, written in %s, as %s', (text, country, e164, national) => {
    expect(parsePhone(text, country)).toMatchObject({ e164, national });
  });

  it.each<[string, string | undefined, string]>([
    ['', 'CI', 'nothing'],
    ['   ', 'CI', 'blank'],
    ['0700000000', undefined, 'a local form without a country'],
    ['+', undefined, 'a lone plus'],
    ['00', undefined, 'a lone exit code'],
    ['abc', 'CI', 'letters'],
    ['+225 07 00 00 00', undefined, 'eight digits in Ivory Coast'],
    ['+22507000000001', undefined, 'one digit too many'],
    ['+2259900000000', undefined, 'a prefix that Ivory Coast does not have'],
    ['+229 9700 000', undefined, 'seven digits in Benin'],
    ['+999123456789', undefined, 'a calling code that no country has'],
    ['+0700000000', undefined, 'a calling code of zero'],
    ['+2250700000000 or +2290197000000', undefined, 'two numbers'],
    ['call +2250700000000 today', undefined, 'a sentence around a number'],
    ['+2250700000000<script>', undefined, 'markup behind a number'],
    ['+225\u00000700000000', undefined, 'NUL inside'],
    [`+225${'0'.repeat(40)}`, undefined, 'far too long'],
    [`+2250700000000${' '.repeat(30)}`, undefined, 'longer than any notation of a number'],
  ])('does not read %j, written in the country %s, as a number', (text, country) => {
    expect(parsePhone(text, country)).toBeUndefined();
  });
});

describe('maskPhone', () => {
  it.each([
    ['+2250700000012', '+22507******12'],
    ['+22890112345', '+22890****45'],
    ['+12345678', '+12345*78'],
  ])('%s is shown as %s', (e164, masked) => {
    expect(maskPhone(e164)).toBe(masked);
  });

  it('hides at least four digits of every mobile number', () => {
    for (const e164 of ['+22890112345', '+2250700000000', '+254712345678', '+33612345678']) {
      expect(maskPhone(e164)).toHaveLength(e164.length);
      expect(maskPhone(e164)).toMatch(/\*{4,}\d\d$/);
    }
  });
});
