import { invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { applyOutcomeWithin } from '../../payments/attempt/apply-outcome.ts';
import { sendHeldBack } from '../../payments/attempt/doubt.ts';
import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { isOpen } from '../../payments/attempt/states.ts';
import { isUndecided, takenBy } from '../../payments/attempt/taken.ts';
import { lockPayment, type Payment } from '../../payments/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds, type Refund } from '../../transfers/refunds/queries.ts';
import { isAboutHeld, nothingHeld, resolveHeld, settleHeld } from './resolve-held.ts';
import { resolveTransfer } from './resolve-transfer.ts';
import type { ResolutionInput } from './schemas.ts';
import { answerOf, requireReviewNeeded, requireVerdictFits, type Verdict } from './verdict.ts';

export type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'tokens' | 'accounts'>;

/** The object of a verdict: a refund, or an attempt with its payment, which is locked. */
export type Subject =
  | { readonly type: 'refund'; readonly refund: Refund }
  | { readonly type: 'attempt'; readonly payment: Payment; readonly attempt: Attempt };

interface Of {
  readonly merchant_id: string;
  readonly payment_id: string;
  readonly object_id: string;
}

/** Finds the object of a verdict; locks the payment of an attempt. @throws AppError `invalid_fields` */
export async function findSubject(
  tx: Connection,
  { merchant_id, payment_id, object_id }: Of,
): Promise<Subject> {
  const refund = (await listRefunds(tx, merchant_id, payment_id)).find(({ id }) => id === object_id);
  if (refund) return { type: 'refund', refund };
  const payment = await lockPayment(tx, merchant_id, payment_id);
  const attempt = await findAttempt(tx, merchant_id, object_id);
  if (attempt?.payment_id === payment_id) return { type: 'attempt', payment, attempt };
  throw invalidFields({
    object_id: [problem('not_of_this_payment', 'is neither an attempt nor a refund of this payment')],
  });
}

/**
 * Carries out a person's verdict in the caller's transaction, as if an operator had reported it.
 *
 * @throws AppError `conflict` when no review is needed (any more), or the verdict does not fit the status
 */
export async function carryOut(
  ctx: Ctx,
  tx: Connection,
  subject: Subject,
  verdict: ResolutionInput['verdict'],
): Promise<void> {
  if (subject.type === 'refund') {
    if (isAboutHeld(verdict)) throw nothingHeld();
    return resolveTransfer(ctx, tx, refunds, subject.refund, verdict);
  }
  const { payment, attempt } = subject;
  if (isAboutHeld(verdict)) {
    await resolveHeld(ctx, tx, payment, attempt, verdict);
    return sendHeldBack(tx, attempt);
  }
  return resolveAttempt(ctx, tx, attempt, verdict);
}

async function resolveAttempt(ctx: Ctx, tx: Connection, attempt: Attempt, verdict: Verdict): Promise<void> {
  const { merchant_id, payment_id, id: attempt_id, status } = attempt;
  const isUndecidedYet = isUndecided(attempt);
  const isReversed = status === 'reversed';
  // A person may learn of a reversal that the operator never reports.
  if (verdict !== 'reversed') requireReviewNeeded(attempt);
  requireVerdictFits(verdict, {
    isOpen: isOpen(status) || isUndecidedYet,
    isPaid: status === 'success' || (status === 'held' && (!isUndecidedYet || verdict === 'reversed')),
    isReversed,
    cannotBePaid: isReversed && attempt.received_minor !== null,
  });
  const isKnown = verdict === 'settled' || (verdict === 'not_paid' && status === 'failed');
  if (!isKnown) {
    const asked = { amount_minor: attempt.charged_minor, currency: attempt.currency };
    const answer = answerOf(verdict, verdict === 'reversed' ? takenBy(attempt) : asked);
    await applyOutcomeWithin(ctx, tx, { merchant_id, payment_id, attempt_id }, answer, 'person');
  }
  // After `paid`, a duplicate still has to be refunded, so it still needs review; after `reversed`, applying the
  // outcome has already updated `needs_review`.
  if (verdict === 'paid' || verdict === 'reversed') return;
  if (verdict === 'settled') await settleHeld(ctx, tx, attempt);
  const left = isKnown ? status : 'failed';
  await updateAttempt(tx, attempt, left, { needs_review: false });
  // Other refunds would return the customer's own money. If a person has settled that money, the customer has
  // got it in another way, or agreed to go without. Therefore only refunds from the balance are sent.
  if (verdict === 'settled') await sendHeldBack(tx, attempt, { from: 'balance' });
}
