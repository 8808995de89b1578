import type { MovementKind } from './movements.ts';

/** Of money that leaves: a payout's is from the merchant's balance, a refund's also from the fees, or from the duplicates. */
type TransferPosting = `${'payout' | 'refund'}_${TransferStep}`;

type TransferStep =
  /** From its source into flight, when it is created. */
  | 'reserved'
  /** The same once more, even below zero: the operator works on one that had failed. */
  | 'reopened'
  /** Out of flight to its recipient. */
  | 'paid'
  /** Out of flight back to its source, when it fails. */
  | 'returned'
  /** From its source to its recipient: it had been returned, but was paid after all. */
  | 'paid_late'
  /** From its recipient back to its source: it had been paid. */
  | 'reversed';

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
  | TransferPosting
  | MovementKind
  /** The opposite of a movement that was recorded by mistake. */
  | 'correction'
  | 'sandbox_funding';
