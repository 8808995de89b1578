import type { Generated } from 'kysely';
import type { TransferStatus, TransferTable, TransferTransitionTable } from './transfers.ts';

export type PayoutStatus = TransferStatus;

/** Money sent to somebody. */
export interface PayoutTable extends TransferTable {
  /** The account with the connector's provider; null: the sandbox needs none. */
  account_id: Generated<string | null>;
  /** E.164. */
  recipient_phone: string;
  recipient_first_name: string | null;
  recipient_last_name: string | null;
  description: string | null;
  /** More than one person may pay out alone: it is sent once a second one has said yes. */
  needs_approval: Generated<boolean>;
  /** The time of creation by the database's clock, which sums over time go by; null for old ones. */
  placed_at: Generated<Date | null>;
  paid_at: Date | null;
}

export interface PayoutTransitionTable extends TransferTransitionTable {
  payout_id: string;
}
