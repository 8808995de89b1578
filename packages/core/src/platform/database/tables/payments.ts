import type { Generated } from 'kysely';
import type { Json, Mode } from '../columns.ts';
import type { BrandTemplate } from './merchants.ts';

export type PaymentStatus =
  | 'pending'
  | 'processing'
  | 'success'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed';

export interface PaymentTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: PaymentStatus;
  /** Counts the status changes, so that the newest status can be recognized. */
  sequence: Generated<number>;
  currency: string;
  amount_minor: bigint;
  fee_minor: bigint | null;
  charged_minor: bigint | null;
  operator: string | null;
  description: string | null;
  metadata: Json<Record<string, unknown> | null>;
  customer_phone: string | null;
  customer_email: string | null;
  customer_first_name: string | null;
  customer_last_name: string | null;
  return_url: string;
  cancel_url: string | null;
  /** The session's handle: see `CheckoutTokens`. */
  session_token: string;
  /** SHA-256 of the Idempotency-Key of the request that created the payment; null without one. */
  key_hash: Generated<Buffer | null>;
  /** The link that its customer opened; null for a payment that the merchant's server created. */
  payment_link_id: Generated<string | null>;
  /** The shift of the cashier who took it at a counter. */
  shift_id: Generated<string | null>;
  failure_reason: string | null;
  failure_operator_code: string | null;
  /** The amount received, if it was not as requested or arrived too late. */
  received_minor: Generated<bigint | null>;
  received_currency: Generated<string | null>;
  late: Generated<boolean>;
  customer_id: Generated<string | null>;
  /**
   * Whether `customer_phone` is the number that the payer last entered or paid with, because the merchant gave
   * none.
   */
  customer_is_payer: Generated<boolean>;
  created_at: Date;
  paid_at: Date | null;
  /** The operator's own code for the reversal. */
  reversal_code: Generated<string | null>;
  reversed_at: Generated<Date | null>;
}

/** The payments of each customer: exactly those whose `customer_id` it is. */
export interface CustomerPaymentTable {
  customer_id: string;
  merchant_id: string;
  payment_id: string;
}

export interface PaymentTransitionTable {
  merchant_id: string;
  payment_id: string;
  sequence: number;
  from_status: PaymentStatus;
  event: string;
  to_status: PaymentStatus;
  attempt_id: string | null;
  created_at: Date;
}

export type SessionStatus = 'active' | 'completed' | 'cancelled' | 'expired';

export interface CheckoutSessionTable {
  merchant_id: string;
  /** The handle from which the token is made: see `CheckoutTokens`. */
  token: string;
  mode: Mode;
  payment_id: string;
  status: SessionStatus;
  template: BrandTemplate | null;
  chosen_operator: string | null;
  chosen_phone: string | null;
  chosen_fee_percent: string | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

/** A code that a customer types on another device to continue a session there. */
export interface ShortCodeTable {
  /** An HMAC of the code: see `CheckoutTokens`. */
  code: string;
  merchant_id: string;
  /** The session's handle. */
  session_token: string;
  created_at: Date;
}

export interface CustomerTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  /** E.164. */
  phone: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** ISO 3166-1 alpha-2 country code of the phone number. */
  country: string | null;
  created_at: Date;
}

/** `held`: the money arrived, but not as requested, and stays in suspense until it is accepted or refunded. */
export type AttemptStatus = 'created' | 'submitted' | 'success' | 'failed' | 'unknown' | 'held' | 'reversed';

export interface AttemptTable {
  merchant_id: string;
  id: string;
  payment_id: string;
  number: number;
  mode: Mode;
  status: AttemptStatus;
  operator: string;
  connector: string;
  /** The account with the connector's provider; null for the sandbox, which needs none. */
  account_id: Generated<string | null>;
  /** The revision of the account's URL to which the request was sent: see `past_account_settings`. */
  address_revision: Generated<number>;
  phone: string;
  currency: string;
  amount_minor: bigint;
  fee_minor: bigint;
  charged_minor: bigint;
  fee_percent: string;
  reference: string;
  provider_reference: string | null;
  /**
   * The operator's receipt number, if its callback contained one. Some providers require it to refund the
   * collection.
   */
  receipt: Generated<string | null>;
  action: Json<unknown>;
  failure_reason: string | null;
  operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  duplicate: Generated<boolean>;
  /** The amount received, in minor units, if it was not as requested or arrived too late; otherwise null. */
  received_minor: Generated<bigint | null>;
  received_currency: Generated<string | null>;
  /** The accepted part of the received amount, 0 for none, as of a duplicate to be refunded; null until the decision. */
  kept_minor: Generated<bigint | null>;
  /** The fee in the accepted part. */
  kept_fee_minor: Generated<bigint | null>;
  /**
   * The part of a duplicate, or of the money not accepted, that went to the merchant's balance because a person
   * settled it in another way.
   */
  settled_minor: Generated<bigint>;
  inquiries: Generated<number>;
  /** The time of the last inquiry or, while one is running, the latest time at which it ends. */
  inquired_at: Date | null;
  needs_review: Generated<boolean>;
  /** The number of one-time codes that the operator rejected. */
  otp_attempts: Generated<number>;
  /** While the operator is checking a one-time code, the latest time at which the check ends. */
  otp_until: Generated<Date | null>;
  /** The number of times that the operator was asked to send another code. */
  otp_resends: Generated<number>;
  otp_resent_at: Generated<Date | null>;
  created_at: Date;
  settled_at: Date | null;
}

export interface AttemptTransitionTable {
  merchant_id: string;
  attempt_id: string;
  sequence: Generated<number>;
  from_status: AttemptStatus;
  event: string;
  to_status: AttemptStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}
