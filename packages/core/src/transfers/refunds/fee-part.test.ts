import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feePartOf } from './fee-part.ts';

const none = { returned_minor: 0n, returned_fee_minor: 0n };

describe('the part of the fee in a refund', () => {
  it.each([
    ['a full refund', 5100n, 100n, 5100n, 100n],
    ['a refund of half', 5100n, 100n, 2550n, 50n],
    ['a small refund, rounded down', 5100n, 100n, 50n, 0n],
    ['no fee', 5000n, 0n, 5000n, 0n],
  ])('%s', (_, charged_minor, fee_minor, amount_minor, part) => {
    expect(feePartOf({ charged_minor, fee_minor, ...none }, amount_minor)).toBe(part);
  });

  it('adds up to the whole fee once the whole charge is refunded, and never exceeds the refund', () => {
    const positive = fc.bigInt({ min: 1n, max: 10_000_000n });
    const property = fc.property(
      positive,
      fc.bigInt({ min: 0n, max: 1_000_000n }),
      fc.array(positive, { maxLength: 8 }),
      (amount, fee_minor, parts) => {
        const charged_minor = amount + fee_minor;
        let returned_minor = 0n;
        let returned_fee_minor = 0n;
        for (const part of [...parts, charged_minor]) {
          const left = charged_minor - returned_minor;
          if (left === 0n) break;
          const amount_minor = part < left ? part : left;
          const fee = feePartOf(
            { charged_minor, fee_minor, returned_minor, returned_fee_minor },
            amount_minor,
          );
          expect(fee >= 0n && fee <= amount_minor).toBe(true);
          returned_minor += amount_minor;
          returned_fee_minor += fee;
        }
        expect(returned_minor).toBe(charged_minor);
        expect(returned_fee_minor).toBe(fee_minor);
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });

  it('is never below zero or above the refund, even if earlier refunds returned more or less than their share', () => {
    const collection = { charged_minor: 5100n, fee_minor: 100n, returned_minor: 1000n };
    expect(feePartOf({ ...collection, returned_fee_minor: 21n }, 51n)).toBe(0n);
    expect(feePartOf({ ...collection, returned_fee_minor: 0n }, 5n)).toBe(5n);
  });
});
