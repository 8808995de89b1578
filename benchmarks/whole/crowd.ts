import type { Figures } from './figures.ts';

/** The customers of one merchant, how they pay and at which pace. */
export interface Crowd {
  readonly url: string;
  readonly api_key: string;
  readonly webhook_port: number;
  /** Whether they pay with the forms of the hosted page instead of through the API. */
  readonly hosted: boolean;
  readonly pace: Pace;
  /** The duration of the uncounted warm-up. */
  readonly warm_s: number;
  /** Consecutive windows, each with figures of its own. */
  readonly windows: number;
  readonly window_s: number;
}

/**
 * A closed loop of customers, each of whom pays again as soon as their previous payment is complete, or an open
 * loop, whose payments begin on a steady schedule regardless of how long others take.
 */
export type Pace = { readonly customers: number } | { readonly per_second: number };

/** Figures of the measured time, as the customers' process reports them. */
export interface Paid {
  readonly windows: readonly Figures[];
  readonly all: Figures;
  /** Completed payments, including those that ended after the last window. */
  readonly payments: number;
  /** CPU time of the customers' process itself, which shares the machine with the service. */
  readonly cpu_ms: number;
}

/** A message to the process that started the customers. */
export type Message = { readonly kind: 'warm' } | { readonly kind: 'paid'; readonly paid: Paid };
