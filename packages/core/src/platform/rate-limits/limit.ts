/** A token bucket: each request takes a token and is refused without one; tokens are refilled steadily. */
export interface Limit {
  /** Tokens refilled each second. */
  readonly per_second: number;
  /** Tokens of a full bucket, an integer: the maximum number of requests at once. */
  readonly burst: number;
}

/** The result for a request. */
export interface LimitResult {
  readonly allowed: boolean;
  /** Requests that may follow at once, as far as this node knows; null while the database cannot be reached. */
  readonly left: number | null;
  /** Seconds until another request may be allowed; 0 when this one was. */
  readonly wait_s: number;
}

/** Requests per second: a larger number is a typo, far more than one database can serve. */
export const per_second_max = 1_000_000;

/** Design section 7: the burst is twice the rate. */
const burst_s = 2;

/**
 * The token bucket of a rate.
 *
 * @param per_second requests per second, 0 for no limit
 * @returns null for no limit
 */
export function limitOf(per_second: number): Limit | null {
  return per_second === 0 ? null : { per_second, burst: per_second * burst_s };
}
