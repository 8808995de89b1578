import { isCurrency } from '@guichet/kernel/currencies';
import { type Phone, parsePhone } from '@guichet/kernel/phone';
import { describe, expect, test } from 'vitest';
import { expandPrefixes } from './catalogue/expand.ts';
import { rankByPrefix } from './catalogue/rank.ts';
import {
  findOperator,
  guessOperators,
  isOperatorCode,
  operators,
  operatorsForCurrency,
  sandboxStandIn,
} from './catalogue.ts';
import type { Operator } from './operator.ts';

const rows = operators.map((operator): [string, Operator] => [operator.code, operator]);

describe('the table', () => {
  test('has 80 wallets, each under its own code', () => {
    expect(operators).toHaveLength(80);
    expect(new Set(operators.map((operator) => operator.code)).size).toBe(80);
  });

  test.each(rows)('%s has a well-formed row', (code, operator) => {
    expect(code).toMatch(/^[a-z]+_[a-z]{2}$/);
    expect(code.endsWith(`_${operator.country.toLowerCase()}`)).toBe(true);
    expect(operator.name).toMatch(/^[^?]+$/);
    expect(operator.currencies.length).toBeGreaterThan(0);
    expect(operator.currencies.filter((currency) => !isCurrency(currency))).toEqual([]);
    expect(operator.decimals).toBeOneOf([0, 2]);
    expect(operator.dial ?? '*1#').toMatch(/^[*#][\d*#]+#$/);
    expect(operator.customer_time_s ?? 60).toBeOneOf([60, 300, 1800]);
    expect(new Set(operator.prefixes).size).toBe(operator.prefixes.length);
  });

  test('states only limits that are the same for every account', () => {
    const limited = operators.filter(
      ({ min_amount, max_amount }) => min_amount !== null || max_amount !== null,
    );
    expect(limited).toMatchObject([{ code: 'mpesa_ke', min_amount: 1, max_amount: 150_000 }]);
  });

  test('assigns no prefix to two wallets of a country', () => {
    const claims = operators.flatMap(({ country, prefixes }) =>
      prefixes.map((prefix) => `${country} ${prefix}`),
    );
    expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
  });

  test.each(rows.filter(([, operator]) => operator.prefixes.length > 0))(
    'has for %s only prefixes that yield numbers in the numbering plan of its country',
    (_code, operator) => {
      const unknown = operator.prefixes.filter((prefix) => numberWith(operator, prefix) === undefined);
      expect(unknown).toEqual([]);
    },
  );
});

/** A number of the operator that libphonenumber accepts: some blocks of a prefix are allocated, others are not. */
function numberWith(operator: Operator, prefix: string): Phone | undefined {
  for (const length of operator.national_lengths) {
    for (const filling of '0123456789') {
      const national = prefix.padEnd(length, filling);
      const phone = parsePhone(`+${operator.calling_code}${national}`);
      if (phone?.country === operator.country && phone.national === national) return phone;
    }
  }
  return undefined;
}

describe('prefixes', () => {
  test.each([
    ['', []],
    ['07', ['07']],
    ['0149-0151 09', ['0149', '0150', '0151', '09']],
    ['01-03', ['01', '02', '03']],
  ])('are expanded from "%s"', (text, expected) => {
    expect(expandPrefixes(text)).toEqual(expected);
  });

  test.each(['5-12', '53-50', '0a', '70?', '1-2-3'])('are refused if written "%s"', (text) => {
    expect(() => expandPrefixes(text)).toThrow('not a prefix');
  });
});

describe('guessing operators', () => {
  test.each([
    ['Kenya: 757 is Safaricom', '+254757000000', ['mpesa_ke']],
    ['Kenya: 756 is Airtel', '+254756000000', ['airtel_ke']],
    ['Nigeria: 7025 is MTN', '+2347025000000', ['mtn_ng']],
    ['Cote d’Ivoire: Wave comes after the network', '+2250700000000', ['orange_ci', 'wave_ci']],
    ['Cote d’Ivoire: the zero is part of the number', '+2250500000000', ['mtn_ci', 'wave_ci']],
    ['Benin: ten digits', '+2290161000000', ['mtn_bj']],
    ['Benin: the old eight digits are upgraded', '+22961000000', ['mtn_bj']],
    ['Benin: Moov', '+2290195000000', ['moov_bj']],
    ['a network without a wallet leaves the wallets for any network', '+256200000000', ['wave_ug']],
    ['South Africa: no prefix known', '+27710000000', ['mtn_za']],
    ['no wallet in the country', '+33612345678', []],
  ])('%s', (_title, text, expected) => {
    const phone = parsePhone(text);
    expect(phone && guessOperators(phone).map((operator) => operator.code)).toEqual(expected);
  });

  test('returns none for a number that belongs to no single country', () => {
    expect(guessOperators({ e164: '+80012345678', country: null, national: '12345678' })).toEqual([]);
  });

  test.each([
    ['757000000', ['narrow']],
    ['756000000', ['wide']],
    ['800000000', []],
  ])(
    'ranks operators for %s by the longest prefix, although no pair in the table overlaps today',
    (national, expected) => {
      const wide = { ...sandboxStandIn, code: 'wide', prefixes: ['70', '75'] };
      const narrow = { ...sandboxStandIn, code: 'narrow', prefixes: ['7', '757'] };
      const any = { ...sandboxStandIn, code: 'any' };
      const ranked = rankByPrefix([any, wide, narrow], national).map((operator) => operator.code);
      expect(ranked).toEqual([...expected, 'any']);
    },
  );
});

describe('finding operators', () => {
  test('by code returns the wallet or the sandbox’s stand-in, and nothing for an unknown code', () => {
    expect(findOperator('mtn_ci')).toMatchObject({ name: 'MTN MoMo', dial: '*133#', customer_time_s: 300 });
    expect(findOperator('sandbox_zz')).toBe(sandboxStandIn);
    expect(findOperator('mtn_fr')).toBeUndefined();
    expect([isOperatorCode('wave_sn'), isOperatorCode('sandbox_zz'), isOperatorCode('toString')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('by currency returns the wallets that hold it', () => {
    expect(operatorsForCurrency('KES').map((operator) => operator.code)).toEqual(['mpesa_ke', 'airtel_ke']);
    expect(new Set(operatorsForCurrency('USD').map((operator) => operator.country))).toEqual(
      new Set(['CD', 'LR']),
    );
    expect(operatorsForCurrency('EUR')).toEqual([]);
  });

  test('by currency returns none for the currencies that the stand-in covers', () => {
    expect(sandboxStandIn.currencies).toContain('EUR');
    expect(sandboxStandIn.currencies).not.toContain('XOF');
    expect(sandboxStandIn.currencies.flatMap(operatorsForCurrency)).toEqual([]);
  });
});

test('the choices after dialling belong to a code, and repeat none of its keys', () => {
  for (const { code, dial, dial_steps } of operators) {
    if (dial_steps.length > 0) expect(dial, code).not.toBeNull();
    for (const step of dial_steps) expect(step, code).toMatch(/^(\d{1,2}|#|payment|currency|yes)$/);
  }
  expect(findOperator('mtn_ci')?.dial_steps).toEqual(['1', '1']);
  expect(findOperator('moov_ci')?.dial_steps).toEqual([]);
});

/** The dial codes in pawaPay's active-conf of 2026-11. */
test.each([
  ['mtn_bj', '*840*8*2*1#'],
  ['moov_bf', '*555*6#'],
  ['mtn_cm', '*126#'],
  ['airtel_cd', '*501#'],
  ['mtn_gh', '*170*6*3*1#'],
  ['telecel_gh', '*110*4*8#'],
  ['airtel_rw', '*182*5*6*1#'],
  ['mtn_rw', '*182*7*1#'],
  ['orange_sn', '#144#'],
  ['orange_sl', '#144#'],
  ['airtel_tz', '*150*60#'],
  ['airtel_ug', '*185*10*6*2#'],
  ['mtn_ug', '*165*8*3*1#'],
  ['mtn_zm', '*115#'],
])('customers of %s dial %s', (code, dial) => {
  expect(findOperator(code)?.dial).toBe(dial);
});
