import type { Major } from './amounts.ts';
import type { InitializedCheckout, Template } from './checkout-session.ts';
import type { Payment } from './payment.ts';

/** Who pays, as far as you know; filled in on the page. */
export interface CustomerParameters {
  readonly email?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  /** International format. */
  readonly phone?: string | null | undefined;
}

export interface PaymentParameters {
  /** In the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. From 1 to 10,000,000. */
  readonly amount: Major;
  /** ISO 4217, for instance `XOF`. */
  readonly currency: string;
  /** Where the customer goes after paying; at most 500 characters. */
  readonly return_url: string;
  /** Where the customer goes after giving up; at most 500 characters. */
  readonly cancel_url?: string | null | undefined;
  /** Shown on the page; at most 255 characters. */
  readonly description?: string | null | undefined;
  readonly customer?: CustomerParameters | null | undefined;
  /** For instance `mtn_ci`; with `customer.phone` the page opens on the confirmation. */
  readonly operator?: string | null | undefined;
  /** Yours, given back with the payment and its events: at most 50 keys and 16 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The account's template when absent. */
  readonly template?: Template | null | undefined;
}

/** A payment as its creation gives it: with the address to send the customer to. */
export interface CreatedPayment extends Payment, InitializedCheckout {}
