import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Payment } from '../queries.ts';
import { getSession } from '../session/queries.ts';
import { countReversals, hasRefunds } from './history/queries.ts';
import { duplicateAcceptance } from './postings.ts';
import { type Attempt, listAttempts, updateAttempt } from './queries.ts';
import { settlePayment } from './settle-payment.ts';
import { nothing_received } from './taken.ts';

/**
 * Lets a duplicate pay the payment that the operator has just reversed, in the caller's transaction, which has
 * locked the payment. The result is the same as if the two reports had arrived in the other order. The duplicate
 * must await a decision: money that is being refunded, or has been, pays nothing.
 *
 * @param payment is `reversed`
 * @returns whether a duplicate now pays it
 */
export async function payByDuplicate(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  payment: Payment,
  at: Date,
): Promise<boolean> {
  const found = await findUndecided(tx, payment);
  if (!found) return false;
  const facts = { ...nothing_received, duplicate: false, needs_review: false, unknown_cause: null };
  await updateAttempt(tx, found, 'success', facts);
  const attempt: Attempt = { ...found, ...facts };
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  const round = await countReversals(tx, attempt);
  await settlePayment(
    ctx,
    tx,
    { payment, session, attempt, at },
    { ...duplicateAcceptance(attempt, at), round },
  );
  ctx.log.info({ payment_id: payment.id, attempt_id: attempt.id }, 'a duplicate pays a reversed payment');
  return true;
}

/** Finds the first duplicate of the requested amount that awaits a decision and has no refunds. */
async function findUndecided(tx: Connection, { merchant_id, id }: Payment): Promise<Attempt | undefined> {
  for (const attempt of await listAttempts(tx, merchant_id, id)) {
    if (isUndecided(attempt) && !(await hasRefunds(tx, attempt))) return attempt;
  }
  return undefined;
}

/**
 * Whether a duplicate of the requested amount awaits a decision. A duplicate whose refund was decided does not count,
 * unless it cannot be refunded, nor does one that needs review because of a contradiction.
 */
function isUndecided(attempt: Attempt): boolean {
  const { status, duplicate, needs_review, received_minor, kept_minor, unknown_cause } = attempt;
  const isClear = unknown_cause === 'cannot_refund' || (unknown_cause === null && kept_minor === null);
  return status === 'success' && duplicate && needs_review && received_minor === null && isClear;
}
