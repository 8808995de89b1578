import { isContradicted } from '../../operator-calls/contradiction.ts';
import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { takenBy } from '../../payments/attempt/taken.ts';
import { lockPayment } from '../../payments/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { isOpen } from '../states.ts';
import { fundsOf } from './funds.ts';
import { hasRefundAsSuch, type Refund, sumReturned } from './queries.ts';

/**
 * Whether this refund's success means that more was refunded than was paid, because another refund was made in the
 * meantime, or the operator has reversed the payment.
 */
export async function isTooMuch(tx: Connection, refund: Refund): Promise<boolean> {
  const attempt = await lockCollection(tx, refund);
  const { returned_minor, returned_in_all_minor } = await sumReturned(tx, refund);
  // An open refund, such as a reopened one, is already in the sums.
  const more_minor = isOpen(refund.status) ? 0n : refund.amount_minor;
  // The operator has already returned the money that it has reversed.
  if (attempt.status === 'reversed') return returned_in_all_minor + more_minor > 0n;
  return (
    returned_minor + more_minor > fundsOf(attempt, refund.source).amount_minor ||
    returned_in_all_minor + more_minor > takenBy(attempt).amount_minor
  );
}

/** Whether no other refund of the same money is open: at most one may be open at a time. */
export async function isOnlyOpen(tx: Connection, refund: Refund): Promise<boolean> {
  await lockPayment(tx, refund.merchant_id, refund.payment_id);
  return (await sumReturned(tx, refund)).open_id === null;
}

/**
 * Whether this refund failed and another refund of the same collection did not. In that case, a report that names
 * only the collection is about the other refund.
 */
export async function isOtherMoved(tx: Connection, refund: Refund): Promise<boolean> {
  if (refund.status !== 'failed') return false;
  // Makes the concurrent creation of another refund of this payment wait.
  await lockPayment(tx, refund.merchant_id, refund.payment_id);
  return hasRefundAsSuch(tx, refund, refund.id);
}

/**
 * Closes the review of money that was never the merchant's, once all of it is refunded to the customer. It stays open
 * if the operator contradicts itself about the money: if it has reversed it, too, the customer has it twice.
 */
export async function closeReview(tx: Connection, refund: Refund): Promise<void> {
  if (refund.source === 'balance') return;
  const attempt = await lockCollection(tx, refund);
  if (isContradicted(attempt)) return;
  const { returned_minor, open_id } = await sumReturned(tx, refund);
  // An open refund may still fail. If it succeeds, it closes the review itself.
  if (open_id !== null || returned_minor < fundsOf(attempt, refund.source).amount_minor) return;
  await updateAttempt(tx, attempt, attempt.status, { needs_review: false });
}

/**
 * Flags an attempt for review if its money was never the merchant's, and the refund of that money failed or was
 * reversed. An attempt that the operator itself has reversed is not flagged, because no money is left. A contradiction
 * of the operator stays the cause of the review, because it has to be resolved first.
 */
export async function openReview(tx: Connection, refund: Refund): Promise<void> {
  if (refund.source === 'balance') return;
  const attempt = await lockCollection(tx, refund);
  if (attempt.status === 'reversed') return;
  const isInDoubt = attempt.needs_review && isContradicted(attempt);
  const unknown_cause = isInDoubt ? attempt.unknown_cause : 'refund_failed';
  await updateAttempt(tx, attempt, attempt.status, { needs_review: true, unknown_cause });
}

/**
 * Gets the attempt whose money is refunded, and locks its payment: the concurrent creation of another refund waits, and
 * so does a report of the operator about the attempt.
 */
export async function lockCollection(tx: Connection, refund: Refund): Promise<Attempt> {
  await lockPayment(tx, refund.merchant_id, refund.payment_id);
  return getAttempt(tx, refund);
}

/** Gets the attempt whose money is refunded. @throws Error if it is missing, which is a bug */
export async function getAttempt(
  db: Connection,
  { merchant_id, attempt_id }: Pick<Refund, 'merchant_id' | 'attempt_id'>,
): Promise<Attempt> {
  const attempt = await findAttempt(db, merchant_id, attempt_id);
  if (!attempt) throw new Error(`attempt ${attempt_id} is gone`);
  return attempt;
}
