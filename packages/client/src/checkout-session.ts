import type { OpenUnion } from './open-union.ts';
import type { PaymentStatus } from './payment.ts';

export type Template = OpenUnion<'default' | 'abidjan' | 'cotonou'>;

export interface InitializeParameters {
  /** In the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. From 1 to 10,000,000. */
  readonly amount: number;
  /** ISO 4217, for instance `XOF`. */
  readonly currency: string;
  /** Where the customer goes after paying; at most 500 characters. */
  readonly return_url: string;
  /** Where the customer goes after giving up; at most 500 characters. */
  readonly cancel_url?: string | undefined;
  /** International format; filled in on the page. */
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
  /** Shown on the page; at most 255 characters. */
  readonly description?: string | undefined;
  /** Yours, given back with the payment and its events: at most 50 keys and 16 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The account's template when absent. */
  readonly template?: Template | undefined;
}

export interface InitializedCheckout {
  /** Send the customer there. */
  readonly checkout_url: string;
  readonly session_token: string;
  /** ISO 8601 with an offset, 30 minutes after creation. */
  readonly expires_at: string;
}

/** One way to pay this session. Amounts in the major unit of the session's currency. */
export interface OperatorOnOffer {
  /** For instance `mtn_ci`. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** What the customer will have to do: approve on the phone, type a code, go to another page, scan. */
  readonly flow: OpenUnion<'ussd_push' | 'otp' | 'redirect' | 'qr'>;
  readonly fee_percent: number;
  readonly fee: number;
  readonly total: number;
  readonly min_amount: number | null;
  readonly max_amount: number | null;
}

/** What a payment page needs to know. */
export interface CheckoutSession {
  readonly session_token: string;
  readonly object: 'checkout_session';
  readonly status: OpenUnion<'active' | 'completed' | 'cancelled' | 'expired'>;
  readonly amount: number;
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
  readonly payment: { readonly id: string; readonly status: PaymentStatus };
}
