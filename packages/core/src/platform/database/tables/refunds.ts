import type { TransferTable, TransferTransitionTable } from './transfers.ts';

/** A refund of a collection, whole or in part. */
export interface RefundTable extends TransferTable {
  account_id: string | null;
  payment_id: string;
  /** The attempt that collected the money, which may be a duplicate. */
  attempt_id: string;
  /** The part of the amount that was charged as the fee; the rest came from the merchant's amount. */
  fee_minor: bigint;
  /**
   * The source of the money: the merchant's balance, including the service's fee, or money that was never the
   * merchant's.
   */
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
