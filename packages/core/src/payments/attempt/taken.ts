import type { Attempt } from './queries.ts';

/** Columns of an attempt whose money arrived as requested, or not at all. */
export const nothing_received = {
  received_minor: null,
  received_currency: null,
  kept_minor: null,
  kept_fee_minor: null,
  settled_minor: 0n,
} as const;

/** Columns of a duplicate that is to be refunded: nothing of it is accepted. */
export const nothing_kept = { kept_minor: 0n, kept_fee_minor: 0n } as const;

type Taken = Pick<
  Attempt,
  | 'charged_minor'
  | 'fee_minor'
  | 'currency'
  | 'received_minor'
  | 'received_currency'
  | 'kept_minor'
  | 'kept_fee_minor'
  | 'settled_minor'
>;

/** Returns the money that a successful or held attempt took from the customer, in minor units. */
export function takenBy(
  attempt: Pick<Taken, 'charged_minor' | 'currency' | 'received_minor' | 'received_currency'>,
): {
  readonly amount_minor: bigint;
  readonly currency: string;
} {
  return {
    amount_minor: attempt.received_minor ?? attempt.charged_minor,
    currency: attempt.received_currency ?? attempt.currency,
  };
}

/** Returns the accepted part of the money, and the fee in that part, in minor units. */
export function keptOf(attempt: Taken): { readonly amount_minor: bigint; readonly fee_minor: bigint } {
  if (attempt.received_minor === null) {
    return { amount_minor: attempt.charged_minor, fee_minor: attempt.fee_minor };
  }
  return { amount_minor: attempt.kept_minor ?? 0n, fee_minor: attempt.kept_fee_minor ?? 0n };
}

/**
 * Computes the part of the money that belongs to the customer: a duplicate, or what was not accepted of held money,
 * except the part that a person has settled in another way.
 */
export function theirsOf(attempt: Taken & Pick<Attempt, 'duplicate'>): bigint {
  const { amount_minor } = takenBy(attempt);
  const unsettled_minor = amount_minor - attempt.settled_minor;
  if (attempt.duplicate) return unsettled_minor;
  return attempt.kept_minor === null ? 0n : unsettled_minor - attempt.kept_minor;
}

/**
 * Computes the fee in an accepted part: the whole fee if the part covers the charge, otherwise in proportion,
 * rounded down. There is none in a different currency, for lack of an exchange rate.
 */
export function feeIn(kept_minor: bigint, attempt: Taken): bigint {
  const { charged_minor, fee_minor } = attempt;
  if (takenBy(attempt).currency !== attempt.currency) return 0n;
  return kept_minor >= charged_minor ? fee_minor : (fee_minor * kept_minor) / charged_minor;
}

/** Whether held money still awaits a decision. */
export function isUndecided({ status, kept_minor }: Pick<Attempt, 'status' | 'kept_minor'>): boolean {
  return status === 'held' && kept_minor === null;
}
