const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;

/** Waits before the first, second, ... inquiry about an open attempt: seconds, then minutes, then hours. */
export const inquiry_waits_ms: readonly number[] = [
  3 * second_ms,
  3 * second_ms,
  5 * second_ms,
  10 * second_ms,
  20 * second_ms,
  40 * second_ms,
  minute_ms,
  2 * minute_ms,
  5 * minute_ms,
  10 * minute_ms,
  20 * minute_ms,
  40 * minute_ms,
  hour_ms,
];
const later_wait_ms = 2 * hour_ms;

/** After this long without a definite outcome, an attempt needs review. */
export const ask_for_ms = 3 * 24 * hour_ms;

const jitter = 0.2;

/**
 * Returns the wait until the next inquiry, in milliseconds. It depends on the age alone: inquiries that merchants and
 * callbacks cause must not postpone the next planned one.
 *
 * @param age_ms age of the attempt
 * @param random from 0 to 1; makes the wait up to 20 % longer, so that inquiries are spread after an outage
 * @returns null when the time for inquiries is over
 */
export function inquiryWait(age_ms: number, random: number): number | null {
  if (age_ms >= ask_for_ms) return null;
  let planned_at_ms = 0;
  const planned_ms = inquiry_waits_ms.find((wait_ms) => {
    planned_at_ms += wait_ms;
    return planned_at_ms > age_ms;
  });
  return Math.round((planned_ms ?? later_wait_ms) * (1 + jitter * random));
}
