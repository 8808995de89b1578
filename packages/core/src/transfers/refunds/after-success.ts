import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { lockPayment } from '../../payments/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { type Refund, sumReturned } from './queries.ts';

/** True when the customer has more back than was charged: it was refunded again before this one came through. */
export async function isTooMuch(tx: Connection, refund: Refund): Promise<boolean> {
  // A refund of this payment that is being created now comes after this.
  await lockPayment(tx, refund.merchant_id, refund.payment_id);
  const { charged_minor } = await getAttempt(tx, refund);
  const { returned_minor } = await sumReturned(tx, refund);
  return returned_minor + refund.amount_minor > charged_minor;
}

/** Closes the review of a duplicate that is back with the customer. */
export async function closeDuplicate(tx: Connection, refund: Refund): Promise<void> {
  if (!refund.duplicate) return;
  const attempt = await getAttempt(tx, refund);
  const { returned_minor, open_id } = await sumReturned(tx, refund);
  // One that is still open may fail, and closes the duplicate itself when it does not.
  if (open_id !== null || returned_minor < attempt.charged_minor) return;
  await updateAttempt(tx, attempt, 'success', { needs_review: false });
}

/** Asks for the review of a duplicate again: the customer's money is here again. */
export async function reopenDuplicate(tx: Connection, refund: Refund): Promise<void> {
  if (!refund.duplicate) return;
  await updateAttempt(tx, await getAttempt(tx, refund), 'success', { needs_review: true });
}

/** The attempt whose money goes back. @throws Error when it is gone: refunds are only made of those that are there */
export async function getAttempt(
  db: Connection,
  { merchant_id, attempt_id }: Pick<Refund, 'merchant_id' | 'attempt_id'>,
): Promise<Attempt> {
  const attempt = await findAttempt(db, merchant_id, attempt_id);
  if (!attempt) throw new Error(`attempt ${attempt_id} is gone`);
  return attempt;
}
