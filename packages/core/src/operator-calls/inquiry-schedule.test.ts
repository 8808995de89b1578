import { describe, expect, it } from 'vitest';
import { ask_for_ms, inquiry_waits_ms, inquiryWait } from './inquiry-schedule.ts';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;

describe('inquiryWait', () => {
  it.each([
    [0, 3 * second_ms],
    [3 * second_ms - 1, 3 * second_ms],
    [3 * second_ms, 3 * second_ms],
    [6 * second_ms, 5 * second_ms],
    [41 * second_ms, 40 * second_ms],
    [81 * second_ms, minute_ms],
    [2 * hour_ms, hour_ms],
    [3 * hour_ms, 2 * hour_ms],
    [2 * 24 * hour_ms, 2 * hour_ms],
  ])('at the age of %i ms is %i ms, and up to a fifth more', (age_ms, wait_ms) => {
    expect(inquiryWait(age_ms, 0)).toBe(wait_ms);
    expect(inquiryWait(age_ms, 0.5)).toBe((wait_ms * 11) / 10);
    expect(inquiryWait(age_ms, 1)).toBe((wait_ms * 12) / 10);
  });

  it.each([
    [0, true],
    [3 * 24 * hour_ms - 1, true],
    [3 * 24 * hour_ms, false],
    [4 * 24 * hour_ms, false],
  ])('returns a wait for an attempt that is %i ms old: %s', (age_ms, isAsked) => {
    expect(inquiryWait(age_ms, 0) !== null).toBe(isAsked);
  });

  it('is short at first, and never gets shorter', () => {
    expect(inquiry_waits_ms).toEqual(inquiry_waits_ms.toSorted((left, right) => left - right));
    const first_minute = inquiry_waits_ms.filter((_, index) => {
      const at_ms = inquiry_waits_ms.slice(0, index + 1).reduce((sum, wait_ms) => sum + wait_ms);
      return at_ms <= minute_ms;
    });
    expect(first_minute.length).toBeGreaterThanOrEqual(5);
  });

  it.each([0, 0.5, 1])('allows about fifty inquiries in three days, with %d of the jitter', (random) => {
    const waits_ms: number[] = [];
    let age_ms = 0;
    for (let wait_ms = inquiryWait(0, random); wait_ms !== null; wait_ms = inquiryWait(age_ms, random)) {
      age_ms += wait_ms;
      waits_ms.push(wait_ms);
    }
    expect(age_ms).toBeGreaterThanOrEqual(ask_for_ms);
    expect(age_ms).toBeLessThan(ask_for_ms + 3 * hour_ms);
    expect(waits_ms.length).toBeGreaterThan(40);
    expect(waits_ms.length).toBeLessThan(60);
    // No wait of the schedule is skipped or repeated.
    const planned_ms = inquiry_waits_ms.map((wait_ms) => wait_ms * (1 + 0.2 * random));
    expect(waits_ms.slice(0, planned_ms.length)).toEqual(planned_ms.map(Math.round));
  });
});
