import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrency, currencies, exponentOf } from './currencies.ts';
import { add, feeOf, fitsDecimals, majorNumber, majorText, moneyFromMajor, moneyFromText } from './money.ts';
import { percentFromText } from './percent.ts';

const money = (amount_minor: bigint, code: string) => ({ amount_minor, currency: asCurrency(code) });

function percent(text: string) {
  const read = percentFromText(text);
  if (!read) throw new Error(`not a percentage: ${text}`);
  return read;
}

/** Returns the minor units of an amount, or the number of decimals allowed. */
function read(amount: number, code: string): bigint | string {
  const result = moneyFromMajor(amount, asCurrency(code));
  if ('money' in result) return result.money.amount_minor;
  return result.problem.kind === 'not_finite' ? 'not_finite' : `at most ${result.problem.allowed}`;
}

describe('moneyFromMajor', () => {
  it.each<[number, string, bigint | string]>([
    [1, 'XOF', 1n],
    [10_000_000, 'XOF', 10_000_000n],
    [1.5, 'XOF', 'at most 0'],
    [0.1, 'XOF', 'at most 0'],
    [12.5, 'GHS', 1250n],
    [12.05, 'GHS', 1205n],
    [0.29, 'GHS', 29n],
    // 1.005 and 4.35 have no exact binary form: multiplied by 100 they become 100.49999 and 434.99999.
    [4.35, 'GHS', 435n],
    [1.005, 'GHS', 'at most 2'],
    [9_999_999.99, 'KES', 999_999_999n],
    [1.234, 'TND', 1234n],
    [1.2345, 'TND', 'at most 3'],
    [0.0001, 'CLF', 1n],
    [12.3456, 'CLF', 123_456n],
    [0.00001, 'CLF', 'at most 4'],
    [0, 'GHS', 0n],
    [-0, 'GHS', 0n],
    [-12.5, 'GHS', -1250n],
    [-0.05, 'GHS', -5n],
    // Numbers that JavaScript formats with an exponent.
    [1e21, 'XOF', 1_000_000_000_000_000_000_000n],
    [1.25e21, 'GHS', 125_000_000_000_000_000_000_000n],
    [-1e21, 'XOF', -1_000_000_000_000_000_000_000n],
    [1e-7, 'GHS', 'at most 2'],
    [1.5e-7, 'CLF', 'at most 4'],
    [-1e-7, 'GHS', 'at most 2'],
    [5e-324, 'XOF', 'at most 0'],
    [Number.NaN, 'XOF', 'not_finite'],
    [Number.POSITIVE_INFINITY, 'XOF', 'not_finite'],
    [Number.NEGATIVE_INFINITY, 'XOF', 'not_finite'],
  ])(
    'converts %d %s exactly, or refuses it with the number of decimals allowed',
    (amount, code, expected) => {
      expect(read(amount, code)).toBe(expected);
    },
  );

  it('reads the largest number without rounding', () => {
    const digits = 309;
    expect(String(read(Number.MAX_VALUE, 'XOF'))).toMatch(
      new RegExp(`^17976931348623157\\d{${digits - 17}}$`),
    );
  });
});

describe('moneyFromText', () => {
  it.each<[string, string, bigint | undefined]>([
    ['500', 'XOF', 500n],
    ['500.00', 'XOF', 500n],
    ['500.01', 'XOF', undefined],
    ['0012.50', 'GHS', 1250n],
    ['12.500', 'GHS', 1250n],
    ['12.501', 'GHS', undefined],
    ['-12.5', 'GHS', -1250n],
    ['', 'GHS', undefined],
    ['.5', 'GHS', undefined],
    ['5.', 'GHS', undefined],
    ['1,5', 'GHS', undefined],
    ['1 000', 'GHS', undefined],
    ['+5', 'GHS', undefined],
    ['--5', 'GHS', undefined],
    ['1e3', 'GHS', undefined],
    ['0x10', 'GHS', undefined],
    ['٥', 'GHS', undefined],
    ['5\n', 'GHS', undefined],
  ])('converts %j %s exactly, or refuses it', (text, code, expected) => {
    const result = moneyFromText(text, asCurrency(code));
    expect('money' in result ? result.money.amount_minor : undefined).toBe(expected);
  });
});

describe('majorText', () => {
  it.each<[bigint, string, string]>([
    [500n, 'XOF', '500'],
    [0n, 'XOF', '0'],
    [-7n, 'XOF', '-7'],
    [1250n, 'GHS', '12.50'],
    [5n, 'GHS', '0.05'],
    [0n, 'GHS', '0.00'],
    [-5n, 'GHS', '-0.05'],
    [1n, 'TND', '0.001'],
    [123_456n, 'TND', '123.456'],
    [1n, 'CLF', '0.0001'],
    [10n ** 30n, 'GHS', `1${'0'.repeat(28)}.00`],
  ])('formats %d minor units of %s as %s', (amount_minor, code, text) => {
    expect(majorText(money(amount_minor, code))).toBe(text);
  });
});

describe('majorNumber', () => {
  it.each<[bigint, string, number]>([
    [500n, 'XOF', 500],
    [1205n, 'GHS', 12.05],
    [435n, 'GHS', 4.35],
    [1n, 'TND', 0.001],
    [100_000_000_001n, 'CLF', 10_000_000.0001],
  ])('converts %d minor units of %s to %d', (amount_minor, code, number) => {
    expect(majorNumber(money(amount_minor, code))).toBe(number);
  });
});

describe('feeOf', () => {
  it.each<[bigint, string, bigint, string]>([
    [5000n, '2', 100n, 'whole'],
    [5000n, '0', 0n, 'none'],
    [0n, '2', 0n, 'of nothing'],
    [5000n, '100', 5000n, 'all of it'],
    [25n, '2', 1n, '0.5 rounds up'],
    [24n, '2', 0n, '0.48 rounds down'],
    [75n, '2', 2n, '1.5 rounds up'],
    [33n, '1.5', 0n, '0.495 rounds down'],
    [34n, '1.5', 1n, '0.51 rounds up'],
    [5000n, '0.0001', 0n, '0.005 rounds down'],
    [499_999n, '0.0001', 0n, '0.499999 rounds down'],
    [500_000n, '0.0001', 1n, '0.5 rounds up, at the finest percentage'],
    [10_000_000_00n, '99.9999', 999_999_000n, 'nearly all of the largest amount'],
    [9_007_199_254_740_993n, '50', 4_503_599_627_370_497n, 'beyond 2^53, where a float would be off'],
  ])('for %d minor units at %s percent is %d: %s', (amount_minor, text, fee) => {
    expect(feeOf(money(amount_minor, 'XOF'), percent(text))).toEqual(money(fee, 'XOF'));
  });

  it.each<[bigint, string, string, number, bigint, string]>([
    [10_000n, '2', 'KES', 0, 200n, 'whole shillings'],
    [2_500n, '2', 'KES', 0, 100n, '0.50 rounds up to a shilling'],
    [2_499n, '2', 'KES', 0, 0n, '0.4998 rounds down'],
    [7_500n, '2', 'KES', 0, 200n, '1.50 rounds up'],
    [2_500n, '2', 'KES', 2, 50n, 'all decimals of the currency'],
    [2_500n, '2', 'KES', 4, 50n, 'more than the currency has'],
    [1_250n, '1', 'BHD', 1, 0n, 'a tenth of a dinar: 0.0125 rounds down'],
    [5_000n, '1', 'BHD', 1, 100n, 'a tenth of a dinar: 0.05 rounds up'],
    [25n, '2', 'XOF', 0, 1n, 'a currency without decimals'],
  ])(
    'for %d minor units at %s percent in %s with %d decimals is %d: %s',
    (amount, text, code, decimals, fee) => {
      expect(feeOf(money(amount, code), percent(text), decimals)).toEqual(money(fee, code));
    },
  );

  it('throws for a negative amount', () => {
    expect(() => feeOf(money(-1n, 'XOF'), percent('2'))).toThrow('zero or more');
  });
});

describe('fitsDecimals', () => {
  it.each<[bigint, string, number, boolean]>([
    [1250n, 'KES', 0, false],
    [1200n, 'KES', 0, true],
    [1250n, 'KES', 1, true],
    [1255n, 'KES', 1, false],
    [1255n, 'KES', 2, true],
    [1255n, 'KES', 4, true],
    [7n, 'XOF', 0, true],
    [0n, 'KES', 0, true],
  ])('for %d minor units of %s and %d decimals returns %s', (amount, code, decimals, fits) => {
    expect(fitsDecimals(money(amount, code), decimals)).toBe(fits);
  });
});

describe('add', () => {
  it('sums amounts of one currency', () => {
    expect(add(money(1250n, 'GHS'), money(5n, 'GHS'))).toEqual(money(1255n, 'GHS'));
  });

  it('throws for different currencies', () => {
    expect(() => add(money(1n, 'XOF'), money(1n, 'XAF'))).toThrow('cannot add XAF to XOF');
  });
});

describe('for any amount', () => {
  const anyCurrency = fc.constantFrom(...currencies).map(asCurrency);
  const anyMinor = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const anyFeeBase = fc.bigInt({ min: 0n, max: 10n ** 24n });
  const anyPercent = fc.bigInt({ min: 0n, max: 1_000_000n });

  it('text survives a round trip', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (amount_minor, currency) => {
        expect(moneyFromText(majorText({ amount_minor, currency }), currency)).toEqual({
          money: { amount_minor, currency },
        });
      }),
    );
  });

  it('a JSON number survives a round trip within the limits of the interface', () => {
    const anyAmount = anyCurrency.chain((currency) => {
      const max = 10_000_000n * 10n ** BigInt(exponentOf(currency));
      return fc.bigInt({ min: 0n, max }).map((amount_minor) => ({ amount_minor, currency }));
    });
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const wire = JSON.parse(JSON.stringify(majorNumber(amount))) as number;
        expect(moneyFromMajor(wire, amount.currency)).toEqual({ money: amount });
      }),
    );
  });

  it('no number is ever rounded: it is read exactly or rejected', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), anyCurrency, (amount, currency) => {
        const result = moneyFromMajor(amount, currency);
        if ('money' in result) expect(Number(majorText(result.money))).toBe(amount === 0 ? 0 : amount);
        else expect(result.problem).toEqual({ kind: 'too_many_decimals', allowed: exponentOf(currency) });
      }),
    );
  });

  it('the fee is within half a minor unit of the exact one', () => {
    fc.assert(
      fc.property(anyFeeBase, anyPercent, (amount_minor, ten_thousandths) => {
        const fee = feeOf(money(amount_minor, 'XOF'), { ten_thousandths }).amount_minor;
        const off = fee * 1_000_000n - amount_minor * ten_thousandths;
        expect(off > -500_000n && off <= 500_000n).toBe(true);
      }),
    );
  });

  it('a higher amount or percentage never lowers the fee', () => {
    fc.assert(
      fc.property(anyFeeBase, anyFeeBase, anyPercent, anyPercent, (amount, more, rate, rise) => {
        const fee = (amount_minor: bigint, ten_thousandths: bigint): bigint =>
          feeOf(money(amount_minor, 'XOF'), { ten_thousandths }).amount_minor;
        expect(fee(amount + more, rate) >= fee(amount, rate)).toBe(true);
        expect(fee(amount, rate + rise) >= fee(amount, rate)).toBe(true);
      }),
    );
  });
});
