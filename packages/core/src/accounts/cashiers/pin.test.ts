import { describe, expect, it } from 'vitest';
import { drawPin, hashPin, isPin, pin_length, readPin } from './pin.ts';

describe('a PIN', () => {
  it('has six digits, and differs from the one drawn before', () => {
    const drawn = Array.from({ length: 200 }, drawPin);
    for (const pin of drawn) expect(pin).toMatch(new RegExp(`^[0-9]{${pin_length}}$`));
    // Of a million, two hundred are hardly ever less than 190 different ones.
    expect(new Set(drawn).size).toBeGreaterThan(190);
  });

  it('is stored with a salt, not as it is', async () => {
    const [one, other] = [await hashPin('048291'), await hashPin('048291')];
    expect(one).not.toBe(other);
    expect(one + other).not.toContain('048291');
  });

  it.each([
    ['048291', true],
    [' 048 291\n', true],
    ['٠٤٨٢٩١', true],
    ['۰۴۸۲۹۱', true],
    ['48291', false],
    ['0482910', false],
    ['048290', false],
    ['', false],
    ['\u0000', false],
    ['\ud83d', false],
    [`048291${'0'.repeat(256 * 1024)}`, false],
    [`${' '.repeat(256 * 1024)}048291`, false],
  ])('is compared with what is typed: %#', async (typed, expected) => {
    expect(await isPin(typed, await hashPin('048291'))).toBe(expected);
  });

  it('is read without blanks, however long the text is', () => {
    expect(readPin('1 2 3 4 5 6')).toBe('123456');
    expect(readPin('1'.repeat(1_000_000)).length).toBeLessThanOrEqual(4 * pin_length);
  });
});
