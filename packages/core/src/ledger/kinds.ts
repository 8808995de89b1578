import type { MovementKind } from './movements.ts';

/** The kinds of postings. */
export type PostingKind =
  | 'collection'
  | 'duplicate'
  /** A collection that the operator has moved back: from the merchant's balance and the fees, even below zero. */
  | 'collection_reversed'
  /** The same of a duplicate: from the duplicates. */
  | 'duplicate_reversed'
  /** From the duplicates to the merchant's balance and the fees: the first money was moved back, and this one pays. */
  | 'duplicate_accepted'
  /** Another amount than requested, or money that arrived too late: from the operator into suspense. */
  | 'suspense_received'
  /** Out of suspense again: the operator reports another amount, that nothing came, or that it has moved it back. */
  | 'suspense_corrected'
  /** Out of suspense to the merchant's balance and the fees. */
  | 'suspense_accepted'
  /** From the merchant's balance into flight, when a payout is created. */
  | 'payout_reserved'
  /** The same once more, even below zero: the operator works on a payout that had failed. */
  | 'payout_reopened'
  /** From in flight to the recipient. */
  | 'payout_paid'
  /** Out of flight back to the merchant, when a payout fails. */
  | 'payout_returned'
  /** From the merchant's balance to the recipient: the payout had been returned, but was paid after all. */
  | 'payout_paid_late'
  /** From the recipient back to the merchant's balance: the payout had been paid. */
  | 'payout_reversed'
  /** From the merchant's balance and the fees, or from the duplicates, into flight, when a refund is created. */
  | 'refund_reserved'
  /** The same once more: the operator works on a refund that had failed. */
  | 'refund_reopened'
  /** Out of flight back to the customer. */
  | 'refund_paid'
  /** Out of flight to its source, when a refund fails. */
  | 'refund_returned'
  /** From its source to the customer: the refund had been returned, but was paid after all. */
  | 'refund_paid_late'
  /** From the customer back to its source: the refund had been paid. */
  | 'refund_reversed'
  | MovementKind
  /** The opposite of a movement that was recorded by mistake. */
  | 'correction'
  | 'sandbox_funding';
