import type { TransferTable, TransferTransitionTable } from './transfers.ts';

/** Money of a collection sent back. */
export interface RefundTable extends TransferTable {
  account_id: string | null;
  payment_id: string;
  /** The refunded collection, which may be a duplicate. */
  attempt_id: string;
  /** The part of the amount that was the service's fee; the rest is the merchant's. */
  fee_minor: bigint;
  /** Whose money it was: the merchant's with the service's fee, or the customer's own. */
  source: 'balance' | 'duplicates' | 'suspense';
  /** The provider's own refund or, if it has none, a payout to the payer's number. */
  method: 'refund' | 'payout';
  phone: string;
  reason: string | null;
  refunded_at: Date | null;
}

export interface RefundTransitionTable extends TransferTransitionTable {
  refund_id: string;
}
