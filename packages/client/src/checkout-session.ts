import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure, PaymentStatus } from './payment.ts';

export type Template = OpenUnion<'default' | 'abidjan' | 'cotonou'>;

export interface InitializeParameters {
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
  /** Phone number in international format, with which the page is prefilled. */
  readonly customer_phone?: string | null | undefined;
  readonly customer_email?: string | null | undefined;
  /** Text shown on the page; at most 255 characters. */
  readonly description?: string | null | undefined;
  /** Your own data, returned with the payment and its events: at most 50 keys and 16 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** Template of the page. Default: the merchant's setting. */
  readonly template?: Template | null | undefined;
}

export interface InitializedCheckout {
  /** Address of the page to send the customer to. */
  readonly checkout_url: string;
  readonly session_token: string;
  /** ISO 8601 time with an offset, 30 minutes after creation. */
  readonly expires_at: string;
}

export interface PayParameters {
  /** Code of an operator that the session offers, for example `mtn_ci`. */
  readonly operator: string;
  /** Phone number in international format. */
  readonly phone: string;
  /** The customer's own e-mail address, if it differs from the session's; empty to remove it. */
  readonly customer_email?: string | null | undefined;
  /**
   * The total that the customer was shown, as in {@link OperatorOnOffer.total}. If the fee has changed since,
   * nothing is sent, and a ConflictError is thrown. Not null: JSON also writes NaN as null.
   */
  readonly total?: Major | undefined;
  /**
   * The one-time code that the session's action asks for, or the one that the customer obtained by dialing
   * `code_first`.
   */
  readonly otp?: string | null | undefined;
}

/** A payment method of this session. Amounts are in the major unit of the session's currency. */
export interface OperatorOnOffer {
  /** Operator code, for example `mtn_ci`. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  readonly flow: Flow;
  readonly fee_percent: number;
  readonly fee: Major;
  readonly total: Major;
  readonly min_amount: Major | null;
  readonly max_amount: Major | null;
  /** USSD code that the customer dials before paying to get a one-time code, which is sent as `otp`. */
  readonly code_first: { readonly dial: string } | null;
  /** False while the operator is unavailable. */
  readonly available: boolean;
}

/** Action required from the customer: approve on the phone, enter a code, visit a page or scan a code. */
export type Flow = OpenUnion<'ussd_push' | 'otp' | 'redirect' | 'qr'>;

/** The action that the customer has to take now. Fields of other kinds are absent. */
export interface CustomerAction {
  /** Approve on the phone, enter a code, or visit a page. */
  readonly kind: OpenUnion<'prompt' | 'otp' | 'redirect'>;
  /** For a prompt: the USSD code to dial if nothing appears on the phone. */
  readonly dial?: string;
  /** For a code: why the last one was rejected. */
  readonly problem?: string;
  /** For a redirect: the address of the page. */
  readonly url?: string;
}

/** The session's payment, with the fields that its customer may see. */
export interface SessionPayment {
  readonly id: string;
  readonly status: PaymentStatus;
  /** Operator code, for example `mtn_ci`; null until an operator is chosen. */
  readonly operator: string | null;
  readonly failure: PaymentFailure | null;
  /** True if the customer may try again. */
  readonly retryable: boolean;
  /** Action required from the customer; null if there is none. */
  readonly action: CustomerAction | null;
  /**
   * Time until which the operator waits for the customer; null if unknown. The payment does not end when it passes.
   */
  readonly respond_by: string | null;
}

/** The data that a payment page needs. */
export interface CheckoutSession {
  readonly session_token: string;
  readonly object: 'checkout_session';
  readonly status: OpenUnion<'active' | 'completed' | 'cancelled' | 'expired'>;
  readonly amount: Major;
  readonly currency: string;
  readonly description: string | null;
  readonly template: Template;
  readonly expires_at: string;
  readonly livemode: boolean;
  readonly customer_phone: string | null;
  readonly customer_email: string | null;
  readonly merchant: {
    readonly name: string;
    /** `#RRGGBB`, or null if the merchant has set no color. */
    readonly branding: { readonly primary_color: string | null };
  };
  readonly operators: readonly OperatorOnOffer[];
  readonly payment: SessionPayment;
}
