import type { Generated } from 'kysely';
import type { Json, Mode } from '../columns.ts';

export type RefundStatus = 'pending' | 'processing' | 'success' | 'failed';

/** Money given back of a collection. */
export interface RefundTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: RefundStatus;
  /** Counts the changes of status. */
  sequence: Generated<number>;
  payment_id: string;
  /** The collection that it gives back, which may be a duplicate. */
  attempt_id: string;
  currency: string;
  /** What the customer gets. */
  amount_minor: bigint;
  /** How much of it was the service's fee; the rest is the merchant's. */
  fee_minor: bigint;
  operator: string;
  connector: string;
  account_id: string | null;
  /** Which of the account's addresses took the request: see `past_account_settings`. */
  address_revision: Generated<number>;
  /** By the provider's refund, or by sending money to the payer's number where it has none. */
  method: 'refund' | 'payout';
  phone: string;
  reason: string | null;
  reference: string;
  provider_reference: string | null;
  failure_reason: string | null;
  failure_operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  look_ups: Generated<number>;
  looked_up_at: Date | null;
  needs_person: Generated<boolean>;
  created_at: Date;
  sent_at: Date | null;
  refunded_at: Date | null;
}

export interface RefundTransitionTable {
  merchant_id: string;
  refund_id: string;
  sequence: number;
  from_status: RefundStatus;
  event: string;
  to_status: RefundStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}
