import type { Major } from './amounts.ts';
import type { InitializedCheckout, Template } from './checkout-session.ts';
import type { Payment } from './payment.ts';

/** The customer's known details, with which the page is prefilled. */
export interface CustomerParameters {
  readonly email?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  /** Phone number in international format. */
  readonly phone?: string | null | undefined;
}

export interface PaymentParameters {
  /**
   * Amount in the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. From 1 to
   * 10,000,000.
   */
  readonly amount: Major;
  /** ISO 4217 code, for example `XOF`. */
  readonly currency: string;
  /** Address to send the customer to after paying; at most 500 characters. */
  readonly return_url: string;
  /** Address to send the customer to after cancelling; at most 500 characters. */
  readonly cancel_url?: string | null | undefined;
  /** Text shown on the page; at most 255 characters. */
  readonly description?: string | null | undefined;
  readonly customer?: CustomerParameters | null | undefined;
  /** Operator code, for example `mtn_ci`; if `customer.phone` is also given, the page opens at the confirmation. */
  readonly operator?: string | null | undefined;
  /** Your own data, returned with the payment and its events: at most 50 keys and 16 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** Template of the page. Default: the merchant's setting. */
  readonly template?: Template | null | undefined;
}

/** A newly created payment, with the address to send the customer to. */
export interface CreatedPayment extends Payment, InitializedCheckout {}
