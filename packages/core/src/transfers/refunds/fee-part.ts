/** A collection, and how much of it was refunded so far. */
export interface Returned {
  readonly charged_minor: bigint;
  readonly fee_minor: bigint;
  readonly returned_minor: bigint;
  readonly returned_fee_minor: bigint;
}

/**
 * Computes the part of the service's fee in a refund: proportional, and rounded down over the total of all refunds
 * so far, so that refunds of the whole charge return exactly its fee and exactly its amount.
 *
 * @param amount_minor the amount that is refunded now
 * @returns from 0 to `amount_minor`
 */
export function feePartOf(collection: Returned, amount_minor: bigint): bigint {
  const { charged_minor, fee_minor, returned_minor, returned_fee_minor } = collection;
  const due_minor = (fee_minor * (returned_minor + amount_minor)) / charged_minor;
  const part_minor = due_minor - returned_fee_minor;
  // A refund that failed and was paid after all keeps the part computed at its creation, which may be off by one.
  if (part_minor < 0n) return 0n;
  return part_minor > amount_minor ? amount_minor : part_minor;
}
