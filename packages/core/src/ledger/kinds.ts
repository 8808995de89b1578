/** What money moved for. */
export type PostingKind =
  | 'collection'
  | 'duplicate'
  /** From the merchant's balance into flight, when a payout is created. */
  | 'payout_reserved'
  /** Out of flight to the recipient. */
  | 'payout_paid'
  /** Out of flight back to the merchant, when a payout fails. */
  | 'payout_returned'
  /** From the merchant's balance to the recipient: what was given back had been paid after all. */
  | 'payout_paid_late'
  | 'sandbox_funding';
