import type { Generated } from 'kysely';
import type { Json, Mode } from '../columns.ts';

export type TransferStatus = 'pending' | 'processing' | 'success' | 'failed' | 'reversed';

/** The columns that payouts and refunds have in common. */
export interface TransferTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: TransferStatus;
  /** Counts the status changes. */
  sequence: Generated<number>;
  currency: string;
  /** The amount that the recipient gets. */
  amount_minor: bigint;
  operator: string;
  connector: string;
  /** The revision of the account's URL to which the request was sent: see `past_account_settings`. */
  address_revision: Generated<number>;
  reference: string;
  provider_reference: string | null;
  failure_reason: string | null;
  failure_operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  /** The operator's own code for the reversal. */
  reversal_code: Generated<string | null>;
  reversed_at: Generated<Date | null>;
  inquiries: Generated<number>;
  /** The time of the last inquiry or, while one is running, the latest time at which it ends. */
  inquired_at: Date | null;
  needs_review: Generated<boolean>;
  created_at: Date;
  /** Time of the commit that precedes the call to the operator. */
  sent_at: Date | null;
}

/** The columns that the status histories of payouts and refunds have in common. */
export interface TransferTransitionTable {
  merchant_id: string;
  sequence: number;
  from_status: TransferStatus;
  event: string;
  to_status: TransferStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}
