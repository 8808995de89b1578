/** The number of days for which each kind of personal data is kept; 0 keeps it until a person erases it. */
export interface Retention {
  /** Requests with API keys. */
  readonly request_log_days: number;
  /** Callbacks of providers. */
  readonly callbacks_days: number;
  /** Finished deliveries, with the receivers' responses. */
  readonly webhook_deliveries_days: number;
  /** Requests to providers, with their responses. */
  readonly operator_calls_days: number;
  /** Customers without payments or payment requests in that time, who are then erased. */
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

/** @returns the time before which data is too old; null when data is never too old */
export function oldest(now: Date, days: number): Date | null {
  return days === 0 ? null : new Date(now.getTime() - days * day_ms);
}
