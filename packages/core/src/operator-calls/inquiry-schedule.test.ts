import { describe, expect, it } from 'vitest';
import { ask_for_ms, inquiry_waits_ms, inquiryWait } from './inquiry-schedule.ts';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;

describe('inquiryWait', () => {
  it.each([
    [0, 3 * second_ms],
    [1, 3 * second_ms],
    [2, 5 * second_ms],
    [5, 40 * second_ms],
    [6, minute_ms],
    [12, hour_ms],
    [13, 2 * hour_ms],
    [100, 2 * hour_ms],
  ])('after %i inquiries is %i ms, and up to a fifth more', (inquiries, wait_ms) => {
    expect(inquiryWait(inquiries, 0, 0)).toBe(wait_ms);
    expect(inquiryWait(inquiries, 0, 0.5)).toBe((wait_ms * 11) / 10);
    expect(inquiryWait(inquiries, 0, 1)).toBe((wait_ms * 12) / 10);
  });

  it.each([
    [0, true],
    [3 * 24 * hour_ms - 1, true],
    [3 * 24 * hour_ms, false],
    [4 * 24 * hour_ms, false],
  ])('returns a wait for an attempt that is %i ms old: %s', (age_ms, isAsked) => {
    expect(inquiryWait(20, age_ms, 0) !== null).toBe(isAsked);
  });

  it('is short at first, and never gets shorter', () => {
    expect(inquiry_waits_ms).toEqual(inquiry_waits_ms.toSorted((left, right) => left - right));
    const first_minute = inquiry_waits_ms.filter((_, index) => {
      const at_ms = inquiry_waits_ms.slice(0, index + 1).reduce((sum, wait_ms) => sum + wait_ms);
      return at_ms <= minute_ms;
    });
    expect(first_minute.length).toBeGreaterThanOrEqual(5);
  });

  it('allows about fifty inquiries in three days', () => {
    let age_ms = 0;
    let inquiries = 0;
    for (
      let wait_ms = inquiryWait(0, 0, 0.5);
      wait_ms !== null;
      wait_ms = inquiryWait(inquiries, age_ms, 0.5)
    ) {
      age_ms += wait_ms;
      inquiries++;
    }
    expect(age_ms).toBeGreaterThanOrEqual(ask_for_ms);
    expect(age_ms).toBeLessThan(ask_for_ms + 3 * hour_ms);
    expect(inquiries).toBeGreaterThan(40);
    expect(inquiries).toBeLessThan(60);
  });
});
