/** The way in which an operator asks its customer to approve (operator catalogue, column Flow). */
export type Flow = 'ussd_push' | 'otp' | 'redirect' | 'qr';

/**
 * One choice in the menu behind a dialled code: a key, or what is chosen: the payment in the list of open ones, its
 * currency, or yes.
 */
export type DialStep = `${number}` | '#' | 'payment' | 'currency' | 'yes';

/** One row of the operator catalogue. Limits are in major units; null means unknown: never refuse on a guess. */
export interface Operator {
  /** Operator and country: `mtn_ci`. Stable, even when the brand changes. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217, the first is the usual one. */
  readonly currencies: readonly string[];
  readonly calling_code: string;
  /** Allowed lengths of the national significant number. */
  readonly national_lengths: readonly number[];
  /** National prefixes, longest match wins. Hints only: numbers are ported. Empty if any network will do. */
  readonly prefixes: readonly string[];
  readonly min_amount: number | null;
  readonly max_amount: number | null;
  /** Decimals the operator accepts, not always those of ISO 4217. */
  readonly decimals: number;
  readonly flow: Flow;
  /** The code to dial when no prompt appears, or null if not documented. */
  readonly dial: string | null;
  /** The choices after dialling, before the PIN; empty if none are needed or documented. */
  readonly dial_steps: readonly DialStep[];
  /** The time in which the customer can approve, in seconds, or null if not documented. */
  readonly customer_time_s: number | null;
}
