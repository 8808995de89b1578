const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;

/** Waits after the first, second, ... failed attempt (design section 10); about three days in all. */
export const retry_waits_ms: readonly number[] = [
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

/**
 * A receiver may ask for a longer wait, but not one so long that the event would arrive too late to matter.
 */
const retry_after_max_ms = 12 * hour_ms;
const jitter = 0.2;

/**
 * Returns the wait after a failed attempt, in milliseconds.
 *
 * @param failed_tries attempts so far, all failed; at least 1
 * @param retry_after_ms from the Retry-After header (RFC 9110 section 10.2.3), null without one
 * @param random from 0 to 1: spreads the retries of many events by up to 20 % either way
 * @returns null when there is no further attempt
 */
export function retryWait(
  failed_tries: number,
  retry_after_ms: number | null,
  random: number,
): number | null {
  const planned_ms = retry_waits_ms[failed_tries - 1];
  if (planned_ms === undefined) return null;
  const spread_ms = Math.round(planned_ms * (1 - jitter + 2 * jitter * random));
  return Math.max(spread_ms, Math.min(retry_after_ms ?? 0, retry_after_max_ms));
}

/** All three forms of an HTTP date begin with the day of the week (RFC 9110 section 5.6.7). */
const weekday_pattern = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 *
 * @returns milliseconds from now, null when it is absent or unreadable
 */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * second_ms;
  if (!weekday_pattern.test(text)) return null;
  // The oldest format does not state GMT and would be parsed as local time.
  const at_ms = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at_ms) ? null : Math.max(0, at_ms - now.getTime());
}
