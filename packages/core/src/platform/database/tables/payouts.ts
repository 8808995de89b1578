import type { Generated } from 'kysely';
import type { TransferTable, TransferTransitionTable } from './transfers.ts';

/** Money sent to a recipient. */
export interface PayoutTable extends TransferTable {
  /** The account with the connector's provider; null for the sandbox, which needs none. */
  account_id: Generated<string | null>;
  /** E.164. */
  recipient_phone: string;
  recipient_first_name: string | null;
  recipient_last_name: string | null;
  description: string | null;
  /**
   * Whether the payout exceeds the amount that one person may pay out alone, and is sent only after a second
   * person's approval.
   */
  needs_approval: Generated<boolean>;
  /** The time of creation by the database's clock, used for the totals over 24 hours; null for old payouts. */
  placed_at: Generated<Date | null>;
  paid_at: Date | null;
}

export interface PayoutTransitionTable extends TransferTransitionTable {
  payout_id: string;
}
