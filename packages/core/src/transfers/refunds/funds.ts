import type { Attempt } from '../../payments/attempt/queries.ts';
import { keptOf, takenBy } from '../../payments/attempt/taken.ts';
import type { Refund } from './queries.ts';

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

/**
 * Computes how much of an attempt's money can be refunded from a source. Suspense holds the part of unexpected
 * money that was not accepted.
 */
export function fundsOf(attempt: Attempt, source: RefundSource): Funds {
  const taken = takenBy(attempt);
  const kept = keptOf(attempt);
  const { currency } = taken;
  switch (source) {
    case 'balance':
      return { ...kept, currency };
    case 'duplicates':
      return { ...taken, fee_minor: 0n };
    case 'suspense':
      return { amount_minor: taken.amount_minor - kept.amount_minor, fee_minor: 0n, currency };
  }
}
