import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentFromText, percentText, zeroPercent } from './percent.ts';

describe('percentFromText', () => {
  it.each<[string, bigint | undefined]>([
    ['0', 0n],
    ['2', 20_000n],
    ['1.5', 15_000n],
    // The form in which the database returns percentages.
    ['1.5000', 15_000n],
    ['1.50000000', 15_000n],
    ['0.0001', 1n],
    ['99.9999', 999_999n],
    ['100', 1_000_000n],
    ['100.0000', 1_000_000n],
    ['100.0001', undefined],
    ['101', undefined],
    ['999', undefined],
    ['1000', undefined],
    ['0.00001', undefined],
    ['1.23456', undefined],
    ['-1', undefined],
    ['+1', undefined],
    ['', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['1,5', undefined],
    ['1e1', undefined],
    [' 1', undefined],
    ['1%', undefined],
    ['2\n', undefined],
    ['two', undefined],
  ])('parses %j, or returns undefined', (text, ten_thousandths) => {
    expect(percentFromText(text)?.ten_thousandths).toBe(ten_thousandths);
  });
});

describe('percentText', () => {
  it.each([
    [0n, '0'],
    [1n, '0.0001'],
    [15_000n, '1.5'],
    [20_000n, '2'],
    [100_000n, '10'],
    [1_000_000n, '100'],
  ])('formats %d ten-thousandths as %s', (ten_thousandths, text) => {
    expect(percentText({ ten_thousandths })).toBe(text);
  });

  it('survives a round trip', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1_000_000n }), (ten_thousandths) => {
        expect(percentFromText(percentText({ ten_thousandths }))).toEqual({ ten_thousandths });
      }),
    );
  });
});

describe('zeroPercent', () => {
  it('is 0 %', () => {
    expect(percentText(zeroPercent)).toBe('0');
  });
});
