import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { countries, readCountry } from './countries.ts';
import { currencies, isCurrency } from './currencies.ts';
import { splitDocumented } from './documented.ts';
import * as forms from './forms.ts';
import { moneyFromText } from './money.ts';
import { percentFromText } from './percent.ts';
import { parsePhone } from './phone.ts';
import { urlProblem } from './url.ts';
import { textProblem } from './validation.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Compiles a pattern as validators do: ECMAScript with the `u` flag (JSON Schema 2020-12 section 6.4). */
function patternOf(form: Readonly<Record<string, unknown>>): RegExp {
  return new RegExp(String(splitDocumented(form).told.pattern), 'u');
}

const isNumber = (text: string): boolean => /^[\s]*(\+|00)/.test(text) && parsePhone(text) !== undefined;
const isColor = (text: string): boolean => text === '' || /^#[0-9A-Fa-f]{6}$/.test(text);
const isMoney = (text: string): boolean => 'money' in moneyFromText(text, 'CLF' as never);
const isMore = (text: string): boolean => {
  const read = moneyFromText(text, 'CLF' as never);
  return 'money' in read && read.money.amount_minor > 0n;
};

describe('the documented form equals the rule', () => {
  const decimals = [
    '0',
    '00',
    '0.0',
    '1',
    '10',
    '0.5',
    '.5',
    '5.',
    '1.0000',
    '١',
    '1e3',
    '1,5',
    ' 1',
    '1\n',
    '',
  ];
  it.each<[string, RegExp, (text: string) => boolean, readonly string[]]>([
    [
      'currency',
      patternOf(forms.currency_form),
      isCurrency,
      [...currencies, ...pairs.flatMap((pair) => letters.map((letter) => pair + letter)), 'xof', 'XOF\n', ''],
    ],
    [
      'country',
      patternOf(forms.country_form),
      (text) => readCountry(text) !== undefined,
      [
        ...countries,
        ...pairs,
        ...pairs.map((pair) => pair.toLowerCase()),
        ...pairs.map((pair) => pair.charAt(0) + pair.slice(1).toLowerCase()),
        ...['ß', 'CI\n', 'CIV', ''],
      ],
    ],
    [
      'percentage',
      patternOf(forms.percent_form),
      (text) => percentFromText(text) !== undefined,
      [...decimals, '100', '100.0', '100.00001', '99.99990', '99.99999', '007', '070', '0100', '101', '-1'],
    ],
    ['decimal text', patternOf(forms.decimal_form), isMoney, [...decimals, '-1', '-0.5', '--1']],
    ['decimal text above zero', patternOf(forms.positive_form), isMore, [...decimals, '-1', '0.0001', '001']],
    [
      'colour',
      patternOf(forms.color_form),
      isColor,
      ['', '#1D4ED8', '#1d4ed8', '#12345', '1D4ED8', '#1D4ED8\n'],
    ],
    [
      'text',
      new RegExp(forms.any_text.pattern, 'u'),
      (text) => textProblem(text) === undefined,
      ['', 'Koné', 'two\nlines', '\u2028', '😀', '\u0000', 'a\u0000b', 'a\n\u0000'],
    ],
    [
      'text that is not blank',
      patternOf(forms.not_blank),
      (text) => text.trim() !== '' && textProblem(text) === undefined,
      ['', ' ', '\uFEFF', '\u0085', '\u001F', '\t\n', ' a ', '\u3000', 'a\u0000', '\na\n'],
    ],
  ])('%s', (_, pattern, isRight, texts) => {
    const wrong = texts.filter((text) => pattern.test(text) !== isRight(text));
    expect(wrong).toEqual([]);
    expect(new Set(texts.map(isRight))).toEqual(new Set([true, false]));
  });
});

describe('the documented form is no narrower than the rule', () => {
  it.each<[string, RegExp, (text: string) => boolean, readonly string[]]>([
    [
      'address',
      patternOf(forms.url_form),
      (text) => urlProblem(text, { https_only: false }) === undefined,
      [
        'https://shop.example/thanks?a=1#top',
        'HTTP://localhost:4000',
        'http://[::1]:80/?@',
        'https://shop.example/@sofia?to=a@b.example',
        'https://café.example/é?x={y}|z',
        'https://shop.example#@',
      ],
    ],
    [
      'phone number',
      patternOf(forms.phone_form),
      isNumber,
      [
        '+2250548151600',
        '002250548151600',
        ' +225 05 48 15 16 00',
        '\u00a0+225-0548-151600',
        '+229 97 00 00 00',
      ],
    ],
  ])('%s', (_, pattern, isRight, texts) => {
    expect(texts.filter((text) => !isRight(text))).toEqual([]);
    expect(texts.filter((text) => !pattern.test(text))).toEqual([]);
  });

  it.each([
    [
      'address',
      forms.url_form,
      ['ftp://a.example', 'shop.example', 'https://a b', 'https://u@h', 'https:\\\\a'],
    ],
    ['phone number', forms.phone_form, ['0548151600', '', 'call me']],
    [
      'moment',
      forms.moment_form,
      ['2026-07-25', '2026-13-01T00:00Z', '2026-01-01T24:00Z', '2026-01-01t00:00z'],
    ],
  ])('and rejects texts in any other form: %s', (_, form, texts) => {
    expect(texts.filter((text) => patternOf(form).test(text))).toEqual([]);
  });
});

describe('a validator of the documented forms', () => {
  const compile = (form: Readonly<Record<string, unknown>>) => new Ajv().compile(splitDocumented(form).told);

  it('accepts every amount that has no more decimals than its currency', () => {
    const validate = compile(forms.decimals_form);
    const refused = Array.from({ length: 1901 }, (_, cents) => Number(`${100 + cents}e-2`)).filter(
      (amount) => !validate({ currency: 'GHS', amount }),
    );
    expect(refused).toEqual([]);
    expect(validate({ currency: 'TND', amount: 1.005 })).toBe(true);
    expect(validate({ currency: 'XOF', amount: 25_000 })).toBe(true);
  });

  it('refuses decimals in an amount of a currency without decimals', () => {
    expect(compile(forms.decimals_form)({ currency: 'XOF', amount: 19.99 })).toBe(false);
  });

  it('accepts a URL with letters outside ASCII', () => {
    expect(compile(forms.url_form)('https://shop.example/café')).toBe(true);
  });
});
