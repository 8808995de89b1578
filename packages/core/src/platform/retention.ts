/** The number of days that personal data are kept, by place; 0 keeps them until a person erases them. */
export interface Retention {
  /** Requests with API keys. */
  readonly request_log_days: number;
  /** Callbacks of providers. */
  readonly callbacks_days: number;
  /** Finished deliveries, with the receivers' responses. */
  readonly webhook_deliveries_days: number;
  /** Requests to providers, with their responses. */
  readonly operator_calls_days: number;
  /** Customers without payments or requests for payment since: they are erased. */
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

/** @returns the time before which data is too old; null when it is kept */
export function oldest(now: Date, days: number): Date | null {
  return days === 0 ? null : new Date(now.getTime() - days * day_ms);
}
