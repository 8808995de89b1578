import { describe, expect, it } from 'vitest';
import { readRetryAfter, retry_waits_ms, retryWait } from './retry-schedule.ts';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** The schedule of design section 10. */
const planned_ms = [
  5 * second_ms,
  30 * second_ms,
  2 * minute_ms,
  10 * minute_ms,
  30 * minute_ms,
  2 * hour_ms,
  5 * hour_ms,
  10 * hour_ms,
  12 * hour_ms,
  12 * hour_ms,
  12 * hour_ms,
  12 * hour_ms,
];

describe('retryWait', () => {
  it.each(planned_ms.map((wait_ms, index) => [index + 1, wait_ms] as const))(
    'after %i failed attempts returns %i ms, give or take a fifth',
    (failed_tries, wait_ms) => {
      expect(retryWait(failed_tries, null, 0)).toBe((wait_ms * 8) / 10);
      expect(retryWait(failed_tries, null, 0.5)).toBe(wait_ms);
      expect(retryWait(failed_tries, null, 1)).toBe((wait_ms * 12) / 10);
    },
  );

  it('returns null after the last wait', () => {
    expect(retryWait(13, null, 0.5)).toBeNull();
    expect(retryWait(14, null, 0.5)).toBeNull();
    // Even if the receiver asks for a retry.
    expect(retryWait(13, minute_ms, 0.5)).toBeNull();
  });

  it('plans thirteen attempts in about three days', () => {
    const total_ms = retry_waits_ms.reduce((sum, wait_ms) => sum + wait_ms);
    expect(retry_waits_ms).toHaveLength(12);
    expect(total_ms).toBeGreaterThan(2.5 * day_ms);
    expect(total_ms).toBeLessThan(3.5 * day_ms);
  });

  it.each([
    [1, 0, 5 * second_ms, 'nothing'],
    [1, 4 * second_ms, 5 * second_ms, 'less than planned'],
    [1, 2 * minute_ms, 2 * minute_ms, 'more than planned'],
    [1, 12 * hour_ms, 12 * hour_ms, 'the maximum'],
    [1, 12 * hour_ms + 1, 12 * hour_ms, 'more than the maximum'],
    [1, 30 * day_ms, 12 * hour_ms, 'far more than the maximum'],
    [9, minute_ms, 12 * hour_ms, 'less than planned, late in the schedule'],
  ])(
    'after %i attempts, with Retry-After of %i ms, returns %i ms: the receiver asks for %s',
    (failed_tries, asked_ms, wait_ms) => {
      expect(retryWait(failed_tries, asked_ms, 0.5)).toBe(wait_ms);
    },
  );

  it('is never less than Retry-After, whatever the jitter', () => {
    for (const random of [0, 0.25, 0.5, 0.75, 1]) {
      expect(retryWait(2, 31 * second_ms, random)).toBeGreaterThanOrEqual(31 * second_ms);
    }
  });
});

describe('readRetryAfter', () => {
  const now = new Date('2026-01-31T10:00:00Z');
  it.each<[string | undefined, number | null]>([
    [undefined, null],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Sat, 31 Jan 2026 10:01:30 GMT', 90_000],
    // The two obsolete formats of RFC 9110 section 5.6.7.
    ['Saturday, 31-Jan-26 10:01:30 GMT', 90_000],
    ['Sat Jan 31 10:01:30 2026', 90_000],
    ['Sat, 31 Jan 2026 09:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['tomorrow', null],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['120, 60', null],
    ['99999999999999999999', 1e23],
    ['Sat, soon', null],
    ['2026-01-31T10:01:30Z', null],
  ])('reads %j', (header, wait_ms) => {
    expect(readRetryAfter(header, now)).toBe(wait_ms);
  });

  it('reads a date as GMT, whatever the time zone of this machine', () => {
    const before = process.env.TZ;
    process.env.TZ = 'Africa/Nairobi';
    expect(new Date(0).getHours()).toBe(3);
    expect(readRetryAfter('Sat Jan 31 10:01:30 2026', now)).toBe(90_000);
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
});
