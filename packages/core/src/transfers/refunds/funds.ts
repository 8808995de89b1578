import type { Attempt } from '../../payments/attempt/queries.ts';
import { keptOf, takenBy } from '../../payments/attempt/taken.ts';
import type { Refund, ReturnedSums } from './queries.ts';

/**
 * The source of a refund's money: the merchant's balance with the service's fee, or money that was never the
 * merchant's.
 */
export type RefundSource = Refund['source'];

/** Money of an attempt that can be refunded to the customer, in minor units of `currency`. */
export interface Funds {
  readonly amount_minor: bigint;
  /** The part of the amount that is the service's fee. */
  readonly fee_minor: bigint;
  readonly currency: string;
}

/** Returns the source of a refund of an attempt; null if there is nothing to refund. */
export function refundSourceOf(
  attempt: Pick<Attempt, 'status' | 'duplicate' | 'kept_minor'>,
): RefundSource | null {
  if (attempt.status === 'held') return attempt.kept_minor === null ? null : 'suspense';
  if (attempt.status !== 'success') return null;
  return attempt.duplicate ? 'duplicates' : 'balance';
}

/** Returns the account of an attempt's money that is not the merchant's; null if all of it is, or undecided. */
export function heldSourceOf({
  status,
  duplicate,
  kept_minor,
}: Pick<Attempt, 'status' | 'duplicate' | 'kept_minor'>): Exclude<RefundSource, 'balance'> | null {
  if (status !== 'held' && status !== 'success') return null;
  if (duplicate) return 'duplicates';
  return kept_minor === null ? null : 'suspense';
}

/**
 * Computes how much of an attempt's money can be refunded from a source. Suspense holds the part of unexpected
 * money that was neither accepted nor settled in another way.
 */
export function fundsOf(attempt: Attempt, source: RefundSource): Funds {
  const taken = takenBy(attempt);
  const kept = keptOf(attempt);
  const { currency } = taken;
  const unsettled_minor = taken.amount_minor - attempt.settled_minor;
  switch (source) {
    case 'balance':
      return { ...kept, currency };
    case 'duplicates':
      return { amount_minor: unsettled_minor, fee_minor: 0n, currency };
    case 'suspense':
      return { amount_minor: unsettled_minor - kept.amount_minor, fee_minor: 0n, currency };
  }
}

/**
 * Computes how much of an attempt's money can still be refunded from a source, in minor units: never so much
 * that the customer gets back more than was taken, counting refunds from every source. A refund of unexpected
 * money may have failed, and the money then have been accepted, although the refund reached the customer
 * after all.
 */
export function leftOf(
  attempt: Attempt,
  source: RefundSource,
  { returned_minor, returned_in_all_minor }: Omit<ReturnedSums, 'returned_fee_minor'>,
): bigint {
  const here_minor = fundsOf(attempt, source).amount_minor - returned_minor;
  const in_all_minor = takenBy(attempt).amount_minor - attempt.settled_minor - returned_in_all_minor;
  return here_minor < in_all_minor ? here_minor : in_all_minor;
}
