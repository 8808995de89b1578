/** The source of the time, so that tests can stop or move it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is advanced. */
export function makeFixedClock(start: Date): Clock & { advance(duration_ms: number): void } {
  let now_ms = start.getTime();
  return {
    now: () => new Date(now_ms),
    advance: (duration_ms) => {
      now_ms += duration_ms;
    },
  };
}

/**
 * Formats a date in ISO 8601 with a numeric offset, as the interface requires ("numeric UTC offset"):
 * 2026-01-31T10:00:00.000+00:00.
 */
export function timestampText(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
