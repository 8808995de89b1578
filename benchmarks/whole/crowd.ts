import type { Figures } from './figures.ts';

/** Customers of one shop, how they pay and how they come. */
export interface Crowd {
  readonly url: string;
  readonly api_key: string;
  readonly webhook_port: number;
  /** Whether they pay on the hosted page, by its forms, instead of by the shop's own page. */
  readonly hosted: boolean;
  readonly pace: Pace;
  /** Before anything counts. */
  readonly warm_s: number;
  /** Windows one after the other, of which each is told apart. */
  readonly windows: number;
  readonly window_s: number;
}

/**
 * A closed loop of customers, who each pay again as soon as the payment before is complete; or an open one, whose
 * payments begin by a steady schedule whatever the others take.
 */
export type Pace = { readonly customers: number } | { readonly per_second: number };

/** Figures of the time that counts, as a process of customers tells them. */
export interface Paid {
  readonly windows: readonly Figures[];
  readonly all: Figures;
  /** Completed payments, those included that ended after the last window. */
  readonly payments: number;
  /** Of the customers' process itself, which shares the machine with what it measures. */
  readonly cpu_ms: number;
}

/** To the process that started the customers, and back. */
export type Message = { readonly kind: 'warm' } | { readonly kind: 'paid'; readonly paid: Paid };
