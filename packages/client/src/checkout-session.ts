import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure, PaymentStatus } from './payment.ts';

export type Template = OpenUnion<'default' | 'abidjan' | 'cotonou'>;

export interface InitializeParameters {
  /** In the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. From 1 to 10,000,000. */
  readonly amount: Major;
  /** ISO 4217, for instance `XOF`. */
  readonly currency: string;
  /** Where the customer goes after paying; at most 500 characters. */
  readonly return_url: string;
  /** Where the customer goes after giving up; at most 500 characters. */
  readonly cancel_url?: string | null | undefined;
  /** International format; filled in on the page. */
  readonly customer_phone?: string | null | undefined;
  readonly customer_email?: string | null | undefined;
  /** Shown on the page; at most 255 characters. */
  readonly description?: string | null | undefined;
  /** Yours, given back with the payment and its events: at most 50 keys and 16 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The account's template when absent. */
  readonly template?: Template | null | undefined;
}

export interface InitializedCheckout {
  /** Send the customer there. */
  readonly checkout_url: string;
  readonly session_token: string;
  /** ISO 8601 with an offset, 30 minutes after creation. */
  readonly expires_at: string;
}

export interface PayParameters {
  /** One of those on offer in the session, for instance `mtn_ci`. */
  readonly operator: string;
  /** International format. */
  readonly phone: string;
  /** Where the customer gave another address than the session's; empty to remove it. */
  readonly customer_email?: string | null | undefined;
  /** The code that the customer was sent, once the session asks for it; or the one of `code_first`. */
  readonly otp?: string | null | undefined;
}

/** One way to pay this session. Amounts in the major unit of the session's currency. */
export interface OperatorOnOffer {
  /** For instance `mtn_ci`. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly flow: Flow;
  readonly fee_percent: number;
  readonly fee: Major;
  readonly total: Major;
  readonly min_amount: Major | null;
  readonly max_amount: Major | null;
  /** The customer makes a one-time code before paying, by dialling this; it goes with the payment as `otp`. */
  readonly code_first: { readonly dial: string } | null;
  /** False while the operator does not answer. */
  readonly available: boolean;
}

/** What the customer will have to do: approve on the phone, type a code, go to another page, scan. */
export type Flow = OpenUnion<'ussd_push' | 'otp' | 'redirect' | 'qr'>;

/** What the customer has to do now. Members that are not of the kind are absent. */
export interface CustomerAction {
  /** Approve on the phone, hand over a code, or go to another page. */
  readonly kind: OpenUnion<'prompt' | 'otp' | 'redirect'>;
  /** Of a prompt: what to dial when nothing shows on the phone. */
  readonly dial?: string;
  /** Of a code: why the last one was not taken. */
  readonly problem?: string;
  /** Of another page: its address. */
  readonly url?: string;
}

/** The session's payment, as far as its customer may know it. */
export interface SessionPayment {
  readonly id: string;
  readonly status: PaymentStatus;
  /** For instance `mtn_ci`; null until one was picked. */
  readonly operator: string | null;
  readonly failure: PaymentFailure | null;
  /** The customer may try again. */
  readonly retryable: boolean;
  /** Null when there is nothing to do. */
  readonly action: CustomerAction | null;
  /** Until when the operator waits for the customer; null where that is not known. Passing it ends nothing. */
  readonly respond_by: string | null;
}

/** What a payment page needs to know. */
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
    /** `#RRGGBB`, or null when the merchant set no colour. */
    readonly branding: { readonly primary_color: string | null };
  };
  readonly operators: readonly OperatorOnOffer[];
  readonly payment: SessionPayment;
}
