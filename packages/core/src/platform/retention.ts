/** How many days what tells about people is kept, by where it stands; 0 keeps it until somebody erases it. */
export interface Retention {
  /** Requests with API keys. */
  readonly request_log_days: number;
  /** What providers sent. */
  readonly callbacks_days: number;
  /** Webhooks that are over, and what shops answered. */
  readonly webhook_deliveries_days: number;
  /** What was said to providers. */
  readonly operator_calls_days: number;
  /** People who have neither paid nor been asked to since: they are erased. */
  readonly customers_days: number;
}

export const usual_retention: Retention = {
  request_log_days: 7,
  callbacks_days: 90,
  webhook_deliveries_days: 90,
  operator_calls_days: 180,
  customers_days: 0,
};

const day_ms = 24 * 60 * 60 * 1000;

/** @returns before when something is too old; null where it is kept */
export function oldest(now: Date, days: number): Date | null {
  return days === 0 ? null : new Date(now.getTime() - days * day_ms);
}
