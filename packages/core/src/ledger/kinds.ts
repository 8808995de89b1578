import type { MovementKind } from './movements.ts';

/**
 * Postings of outgoing money. The source of a payout is the merchant's balance. The source of a refund is the
 * balance and the fees, the duplicates, or the suspense account.
 */
type TransferPosting = `${'payout' | 'refund'}_${TransferStep}`;

type TransferStep =
  /** Moved from its source into flight, when the transfer is created. */
  | 'reserved'
  /** Reserved again, even below zero: the operator is processing a transfer that had failed. */
  | 'reopened'
  /** Moved out of flight to its recipient. */
  | 'paid'
  /** Moved out of flight back to its source, when the transfer fails. */
  | 'returned'
  /** Moved from its source to its recipient: it had been returned, but was paid after all. */
  | 'paid_late'
  /** Moved from its recipient back to its source: it had been paid. */
  | 'reversed';

/** The kinds of postings. */
export type PostingKind =
  | 'collection'
  | 'duplicate'
  /**
   * A collection that the operator has reversed: from the merchant's balance and the fees, even below zero.
   */
  | 'collection_reversed'
  /** A duplicate that the operator has reversed: from the duplicates. */
  | 'duplicate_reversed'
  /**
   * From the duplicates to the merchant's balance and the fees: the money of the first attempt was reversed, so the
   * duplicate settles the payment instead.
   */
  | 'duplicate_accepted'
  /** An amount other than requested, or money that arrived too late: from the operator into suspense. */
  | 'suspense_received'
  /**
   * Out of suspense again: the operator reports a different amount, that nothing arrived, or that it has
   * reversed the money.
   */
  | 'suspense_corrected'
  /** Out of suspense to the merchant's balance and the fees. */
  | 'suspense_accepted'
  /**
   * From suspense or the duplicates to the merchant's balance: a person has settled the matter in another way, for
   * example repaid the customer in cash.
   */
  | 'suspense_settled'
  | 'duplicate_settled'
  | TransferPosting
  | MovementKind
  /** The opposite of a movement that was recorded by mistake. */
  | 'correction'
  | 'sandbox_funding';
