import type { Attempt } from '../../payments/attempt/queries.ts';
import { isUndecided, keptOf, takenBy } from '../../payments/attempt/taken.ts';
import type { Payment } from '../../payments/queries.ts';
import type { Transfer } from '../../transfers/transfer.ts';
import type { ResolutionInput } from './schemas.ts';
import type { Verdict } from './verdict.ts';

type Said = ResolutionInput['verdict'];

/** Lists the verdicts that are currently possible on a payout or a refund. */
export function verdictsOfTransfer({
  status,
  needs_review,
}: Pick<Transfer, 'status' | 'needs_review'>): Verdict[] {
  // A person may learn of a reversal that the operator never reports.
  if (!needs_review) return status === 'success' ? ['reversed'] : [];
  switch (status) {
    case 'success':
      return ['reversed', 'settled'];
    case 'failed':
    case 'reversed':
      return ['paid', 'settled'];
    case 'pending':
    case 'processing':
      return ['paid', 'not_paid'];
  }
}

/**
 * Lists the verdicts that are currently possible on an attempt.
 *
 * @param returned_minor part of the money in suspense that was refunded, or is being refunded
 */
export function verdictsOfAttempt(
  payment: Pick<Payment, 'status'>,
  attempt: Attempt,
  returned_minor: bigint,
): Said[] {
  const { status, needs_review, duplicate, received_minor } = attempt;
  if (!needs_review) return status === 'success' ? ['reversed'] : [];
  // A duplicate is returned by an ordinary refund.
  if (duplicate && status === 'success') return ['reversed', 'settled'];
  const isHolding = status === 'held' || (status === 'success' && received_minor !== null);
  if (isHolding) return heldVerdicts(payment, attempt, returned_minor);
  switch (status) {
    case 'success':
      return ['reversed', 'settled'];
    case 'reversed':
      // If the money received was not as requested, it cannot be confirmed as paid as requested.
      return received_minor === null ? ['paid', 'settled'] : ['settled'];
    case 'failed':
      return ['paid', 'settled'];
    default:
      return ['paid', 'not_paid'];
  }
}

function heldVerdicts(payment: Pick<Payment, 'status'>, attempt: Attempt, returned_minor: bigint): Said[] {
  const { status, charged_minor, currency } = attempt;
  const taken = takenBy(attempt);
  const isPaidByAnother = status === 'held' && payment.status === 'success';
  const isMore = taken.currency === currency && taken.amount_minor > charged_minor;
  if (isUndecided(attempt)) {
    if (isPaidByAnother) return ['refund_all', 'paid', 'not_paid', 'reversed'];
    const difference = isMore ? (['refund_difference'] as const) : [];
    return ['accept', ...difference, 'refund_all', 'paid', 'not_paid', 'reversed'];
  }
  const left_minor =
    taken.amount_minor - keptOf(attempt).amount_minor - attempt.settled_minor - returned_minor;
  if (left_minor <= 0n) return ['reversed', 'settled'];
  const refund = status === 'success' ? 'refund_difference' : 'refund_all';
  // An amount that the operator has contradicted can be refunded as it is booked, but not accepted.
  const isCertain = attempt.unknown_cause !== 'amount_changed';
  const isWhole = returned_minor === 0n && attempt.settled_minor === 0n;
  const canAccept = isWhole && !isPaidByAnother && isCertain;
  return [refund, ...(canAccept ? (['accept'] as const) : []), 'reversed', 'settled'];
}
