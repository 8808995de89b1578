import type { TransferStatus, TransferTable, TransferTransitionTable } from './transfers.ts';

export type RefundStatus = TransferStatus;

/** Money given back of a collection. */
export interface RefundTable extends TransferTable {
  account_id: string | null;
  payment_id: string;
  /** The collection that it gives back, which may be a duplicate. */
  attempt_id: string;
  /** How much of the amount was the service's fee; the rest is the merchant's. */
  fee_minor: bigint;
  /** By the provider's refund, or by sending money to the payer's number where it has none. */
  method: 'refund' | 'payout';
  phone: string;
  reason: string | null;
  refunded_at: Date | null;
}

export interface RefundTransitionTable extends TransferTransitionTable {
  refund_id: string;
}
