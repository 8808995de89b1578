/** A token bucket: each request takes one token and is refused if there is none. Tokens are refilled steadily. */
export interface Limit {
  /** Tokens refilled each second. */
  readonly per_second: number;
  /** The number of tokens in a full bucket, an integer: the maximum number of requests at one moment. */
  readonly burst: number;
}

/** The result for a request. */
export interface LimitResult {
  readonly allowed: boolean;
  /**
   * The number of requests that may follow immediately, as far as this node knows; null while the database cannot
   * be reached.
   */
  readonly left: number | null;
  /** Seconds until another request may be allowed; 0 when this one was. */
  readonly wait_s: number;
}

/**
 * The maximum number of requests per second. A larger number must be a typo, because it is far more than one
 * database can serve.
 */
export const per_second_max = 1_000_000;

/**
 * The size of a burst in seconds' worth of requests: a burst may contain twice the requests of one second (design
 * section 7).
 */
const burst_s = 2;

/**
 * Returns the token bucket for a rate.
 *
 * @param per_second requests per second, 0 for no limit
 * @returns null for no limit
 */
export function limitOf(per_second: number): Limit | null {
  return per_second === 0 ? null : { per_second, burst: per_second * burst_s };
}
