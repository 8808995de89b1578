import type { Major } from './amounts.ts';
import type { Template } from './checkout-session.ts';
import type { OpenUnion } from './open-union.ts';

/** A paused link can be resumed, an ended one cannot. */
export type PaymentLinkStatus = OpenUnion<'active' | 'paused' | 'ended'>;

/** A field that the customer fills in before paying. */
export interface PaymentLinkField {
  /** The key of the answer in the metadata of the payment. */
  readonly key: string;
  readonly label: string;
  readonly type: OpenUnion<'text' | 'number' | 'phone' | 'email' | 'choice'>;
  readonly required: boolean;
  /** The answers to choose from, for the type `choice`; otherwise empty. */
  readonly options: readonly string[];
}

export interface PaymentLinkFieldParameters {
  /** The question to the customer, for example "Name of the pupil"; at most 80 characters. */
  readonly label: string;
  readonly type: PaymentLinkField['type'];
  /** The key of the answer in the metadata of the payment. Default: the label. */
  readonly key?: string | null | undefined;
  /** Whether an answer is needed. Default: true. */
  readonly required?: boolean | null | undefined;
  /** The answers to choose from, for the type `choice`: at most 30. */
  readonly options?: readonly string[] | null | undefined;
}

/** The one person who is asked to pay. */
export interface PaymentLinkCustomerParameters {
  /** Phone number in international format. */
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** The terms of a link that can be changed. */
interface PaymentLinkTerms {
  /** More about the purpose; at most 1,000 characters. */
  readonly description?: string | null | undefined;
  /**
   * Amount in the major unit of `currency`, not cents, from 1 to 10,000,000. Without one, the customer chooses the
   * amount.
   */
  readonly amount?: Major | null | undefined;
  /** The smallest amount that the customer may choose; with `in_parts`, the smallest part. */
  readonly min_amount?: Major | null | undefined;
  /** The largest amount that the customer may choose. */
  readonly max_amount?: Major | null | undefined;
  /** Amounts that the page offers when the customer chooses the amount: at most 6. */
  readonly suggested_amounts?: readonly Major[] | null | undefined;
  /** The number of times that the link can be paid: 1 for one use, or the stock of what is sold. Default: any number. */
  readonly max_payments?: number | null | undefined;
  /** A bill of `amount` that is paid in several payments, until nothing is due. Default: false. */
  readonly in_parts?: boolean | null | undefined;
  /** The smallest first payment, with `in_parts`. */
  readonly deposit?: Major | null | undefined;
  /** The page says "Give" instead of "Pay". Default: false. */
  readonly donation?: boolean | null | undefined;
  /** ISO 8601 time with an offset, after which the link cannot be opened any more. */
  readonly expires_at?: string | null | undefined;
  /** Questions that the customer answers, at most 10. The answers are in the metadata of the payment. */
  readonly fields?: readonly PaymentLinkFieldParameters[] | null | undefined;
  /** Template of the page. Default: the merchant's setting. */
  readonly template?: Template | null | undefined;
  /** Text shown on the receipt; at most 500 characters. */
  readonly thank_you?: string | null | undefined;
  /** Address to send the customer to after paying. Default: the receipt. */
  readonly return_url?: string | null | undefined;
  /** Your own data, copied to each payment: at most 4 KB. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly customer?: PaymentLinkCustomerParameters | null | undefined;
}

export interface PaymentLinkParameters extends PaymentLinkTerms {
  /** Purpose of the payment; at most 120 characters. */
  readonly title: string;
  /** ISO 4217 code, for example `XOF`. It cannot be changed. */
  readonly currency: string;
}

/**
 * Changes to a link. Fields that are left out keep their value. Null removes a value, and an empty list removes the
 * items of `fields` and `suggested_amounts`.
 */
export interface PaymentLinkChanges extends PaymentLinkTerms {
  /** `paused` pauses the link, `active` resumes it, `ended` ends it for good. */
  readonly status?: PaymentLinkStatus | null | undefined;
  readonly title?: string | null | undefined;
}

/** A lasting request for money. Amounts are in the major unit of `currency`; times are ISO 8601 with an offset. */
export interface PaymentLink {
  readonly id: string;
  readonly object: 'payment_link';
  /** The address to share. */
  readonly url: string;
  readonly status: PaymentLinkStatus;
  /** Why the link cannot be paid now; null if it can. */
  readonly unavailable: OpenUnion<'paused' | 'ended' | 'expired' | 'sold_out' | 'paid'> | null;
  readonly title: string;
  readonly description: string | null;
  /** Null if the customer chooses the amount. */
  readonly amount: Major | null;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly min_amount: Major | null;
  readonly max_amount: Major | null;
  readonly suggested_amounts: readonly Major[];
  /** The number of times that the link can be paid; null if any number of times. */
  readonly max_payments: number | null;
  readonly in_parts: boolean;
  readonly deposit: Major | null;
  readonly donation: boolean;
  readonly expires_at: string | null;
  readonly fields: readonly PaymentLinkField[];
  readonly template: Template | null;
  readonly thank_you: string | null;
  readonly return_url: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly customer: {
    /** Phone number in E.164 format, for example `+2250700000000`. */
    readonly phone: string | null;
    readonly email: string | null;
  };
  /** The number of successful payments. */
  readonly payments: number;
  /** The sum of the successful payments, without fees. */
  readonly paid_amount: Major;
  /** The rest of a bill in parts; null for other links. */
  readonly due_amount: Major | null;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}
