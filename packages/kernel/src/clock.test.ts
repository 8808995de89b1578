import { describe, expect, it } from 'vitest';
import { makeFixedClock, systemClock, timestampText } from './clock.ts';

describe('timestampText', () => {
  it.each([
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000+00:00'],
    ['2026-01-31T10:00:00.007Z', '2026-01-31T10:00:00.007+00:00'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999+00:00'],
    // Given with a different offset, formatted with ours.
    ['2026-01-31T23:30:00-01:00', '2026-02-01T00:30:00.000+00:00'],
  ])('%s is formatted as %s', (given, text) => {
    expect(timestampText(new Date(given))).toBe(text);
    expect(new Date(text).getTime()).toBe(new Date(given).getTime());
  });

  it('throws for an invalid date', () => {
    expect(() => timestampText(new Date('soon'))).toThrow(RangeError);
  });
});

describe('a fixed clock', () => {
  const start = new Date('2026-01-31T10:00:00Z');

  it('stands still until it is advanced', () => {
    const clock = makeFixedClock(start);
    expect(clock.now()).toEqual(start);
    expect(clock.now()).toEqual(start);
    clock.advance(90_000);
    expect(clock.now()).toEqual(new Date('2026-01-31T10:01:30Z'));
  });

  it('does not change when a date that it returned is modified', () => {
    const clock = makeFixedClock(start);
    clock.now().setFullYear(1999);
    expect(clock.now()).toEqual(start);
  });
});

describe('the system clock', () => {
  it('returns the machine’s time', () => {
    const before_ms = Date.now();
    const now_ms = systemClock.now().getTime();
    expect(now_ms).toBeGreaterThanOrEqual(before_ms);
    expect(now_ms).toBeLessThanOrEqual(Date.now());
  });
});
