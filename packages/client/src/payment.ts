import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';

export type PaymentStatus = OpenUnion<
  'pending' | 'processing' | 'success' | 'failed' | 'cancelled' | 'expired'
>;

/** Why a payment failed, in one word of the service's list. */
export type FailureCode = OpenUnion<
  | 'insufficient_funds'
  | 'payer_cancelled'
  | 'payer_timeout'
  | 'limit_exceeded'
  | 'wrong_pin'
  | 'wrong_otp'
  | 'not_registered'
  | 'account_blocked'
  | 'operator_down'
  | 'other'
>;

export interface PaymentFailure {
  readonly code: FailureCode;
  /** A sentence for the merchant's staff. */
  readonly message: string;
  /** What the operator itself called it. */
  readonly operator_code: string | null;
}

export interface PaymentCustomer {
  readonly id: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** E.164, for instance `+2250700000000`. */
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2, for instance `CI`. */
  readonly country: string | null;
}

/** Amounts are in the major unit of `currency` (25000 XOF is 25 000 F CFA); times are ISO 8601 with an offset. */
export interface Payment {
  readonly id: string;
  readonly object: 'payment';
  /** Only `success` means that the money is there. */
  readonly status: PaymentStatus;
  /** What you asked for, without fees. */
  readonly amount: Major;
  /** ISO 4217. */
  readonly currency: string;
  /** Borne by the customer; null until an operator was picked. */
  readonly fee: Major | null;
  /** `amount` + `fee`: what the customer pays. */
  readonly charged_amount: Major | null;
  readonly refunded_amount: Major;
  /** For instance `mtn_ci`; null until one was picked. */
  readonly operator: string | null;
  readonly description: string | null;
  readonly customer: PaymentCustomer;
  /** As you gave it. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly failure: PaymentFailure | null;
  /** The customer may still try again on the hosted page. */
  readonly retryable: boolean;
  /** The money came after the session had ended. */
  readonly late: boolean;
  /** Names the payment to the operator and to the customer. */
  readonly reference: string;
  readonly checkout: { readonly session_token: string; readonly expires_at: string };
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly paid_at: string | null;
}
