import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';

export type PaymentStatus = OpenUnion<
  'pending' | 'processing' | 'success' | 'failed' | 'cancelled' | 'expired' | 'reversed'
>;

/** Reason why a payment failed, as one of the service's codes. */
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
  | 'wrong_amount'
  | 'paid_late'
  | 'other'
>;

export interface PaymentFailure {
  readonly code: FailureCode;
  /** A sentence for the merchant's staff. */
  readonly message: string;
  /** The operator's own code. */
  readonly operator_code: string | null;
}

/** The operator's reversal of money that had moved. */
export interface Reversal {
  /** The operator's own code; null when a person recorded it. */
  readonly operator_code: string | null;
  readonly reversed_at: string;
}

export interface PaymentCustomer {
  readonly id: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Phone number in E.164 format, for example `+2250700000000`. */
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2 code, for example `CI`. */
  readonly country: string | null;
}

/**
 * A payment. Amounts are in the major unit of `currency` (25000 XOF is 25 000 F CFA); times are ISO 8601 with an
 * offset.
 */
export interface Payment {
  readonly id: string;
  readonly object: 'payment';
  /**
   * Status of the payment. Only `success` means that the money has been received. `reversed` means that the
   * operator has since returned it to the customer.
   */
  readonly status: PaymentStatus;
  /** Amount requested, without the fee. */
  readonly amount: Major;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Fee paid by the customer; null until an operator is chosen. */
  readonly fee: Major | null;
  /** Total that the customer pays: `amount` + `fee`. */
  readonly charged_amount: Major | null;
  readonly refunded_amount: Major;
  /**
   * Amount that the operator collected, in `received_currency`. It differs from `charged_amount` if the customer
   * paid less or more. While `status` is `processing`, you still have to decide what to do with it; if `status` is
   * `failed`, the money is refunded. Null until money arrives.
   */
  readonly received_amount: Major | null;
  /** ISO 4217 code, nearly always the same as `currency`; null until money arrives. */
  readonly received_currency: string | null;
  /** Operator code, for example `mtn_ci`; null until an operator is chosen. */
  readonly operator: string | null;
  readonly description: string | null;
  readonly customer: PaymentCustomer;
  /** Your own data, unchanged. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The payment link that was paid, `plk_...`; null if your server created the payment. */
  readonly payment_link: string | null;
  readonly failure: PaymentFailure | null;
  /** Null unless `status` is `reversed`. */
  readonly reversal: Reversal | null;
  /** Whether the customer can still try again on the hosted page. */
  readonly retryable: boolean;
  /** True if the money arrived after the session had ended. */
  readonly late: boolean;
  /** Reference of the payment for the operator and the customer. */
  readonly reference: string;
  readonly checkout: { readonly session_token: string; readonly expires_at: string };
  readonly return_url: string;
  readonly cancel_url: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly paid_at: string | null;
}

/** A payment that was paid a second time. */
export interface DuplicatePayment extends Payment {
  /**
   * The money of the second attempt. It is not part of your balance. Refund it, unless you have received
   * `payment.reversed` first: in that case, this money settles the payment.
   */
  readonly duplicate: {
    /** Id of the second attempt. */
    readonly attempt_id: string;
    /** Operator code. */
    readonly operator: string;
    readonly amount: Major;
    readonly currency: string;
    readonly paid_at: string;
  };
}
