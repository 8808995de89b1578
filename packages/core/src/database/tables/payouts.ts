import type { Generated } from 'kysely';
import type { Json, Mode } from '../columns.ts';

export type PayoutStatus = 'pending' | 'processing' | 'success' | 'failed';

export interface PayoutTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: PayoutStatus;
  /** Counts the changes of status. */
  sequence: Generated<number>;
  currency: string;
  amount_minor: bigint;
  operator: string;
  connector: string;
  /** The account with the connector's provider; null: the sandbox needs none. */
  account_id: Generated<string | null>;
  /** Which of the account's addresses took the request: see `past_account_settings`. */
  address_revision: Generated<number>;
  /** E.164. */
  recipient_phone: string;
  recipient_first_name: string | null;
  recipient_last_name: string | null;
  description: string | null;
  reference: string;
  provider_reference: string | null;
  failure_reason: string | null;
  failure_operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  look_ups: Generated<number>;
  /** When the operator was last asked. While it is being asked: when that is over at the latest. */
  looked_up_at: Date | null;
  needs_person: Generated<boolean>;
  /** More than one person may pay out alone: it is sent once a second one has said yes. */
  needs_approval: Generated<boolean>;
  created_at: Date;
  /** The same by the database's clock, which sums over time go by; null for old ones. */
  placed_at: Generated<Date | null>;
  /** When it was committed that the operator is called next. */
  sent_at: Date | null;
  paid_at: Date | null;
}

export interface PayoutTransitionTable {
  merchant_id: string;
  payout_id: string;
  sequence: number;
  from_status: PayoutStatus;
  event: string;
  to_status: PayoutStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}
