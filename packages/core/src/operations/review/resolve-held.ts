import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { post } from '../../ledger/post.ts';
import { keepMoney, refundSoon } from '../../payments/attempt/keep.ts';
import { settlementPosting } from '../../payments/attempt/postings.ts';
import { type Attempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { keptOf, nothing_kept, takenBy, theirsOf } from '../../payments/attempt/taken.ts';
import type { Payment } from '../../payments/queries.ts';
import { getSession } from '../../payments/session/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { heldSourceOf, leftOf } from '../../transfers/refunds/funds.ts';
import { sumReturned } from '../../transfers/refunds/queries.ts';
import type { ResolutionInput } from './schemas.ts';
import { requireReviewNeeded, type Verdict } from './verdict.ts';

/** A decision about unexpected money or a duplicate. */
type HeldVerdict = Exclude<ResolutionInput['verdict'], Verdict>;

export function isAboutHeld(verdict: ResolutionInput['verdict']): verdict is HeldVerdict {
  return verdict === 'accept' || verdict === 'refund_difference' || verdict === 'refund_all';
}

/** Makes the error for a decision without money to decide on. */
export function nothingHeld(): AppError {
  return new AppError('conflict', {
    reason: problem('nothing_held', 'No money is held here: there is nothing to accept or to refund.'),
  });
}

/**
 * Carries out a person's decision about the money of an attempt, in the caller's transaction, which has locked the
 * payment. A refund is sent by a job; if it cannot be sent, the attempt needs review again.
 *
 * @throws AppError `conflict` when no review is needed (any more), or the decision does not fit the amount
 *   received
 */
export async function resolveHeld(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  payment: Payment,
  attempt: Attempt,
  verdict: HeldVerdict,
): Promise<void> {
  requireReviewNeeded(attempt);
  if (attempt.duplicate && isHolding(attempt)) return refundDuplicate(tx, attempt, verdict);
  const kept_minor = await requireHeldFits(tx, payment, attempt, verdict);
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  const paying = { payment, session, attempt, at: ctx.clock.now() };
  await keepMoney(ctx, tx, paying, kept_minor, 'person');
}

/**
 * Requires that a decision fits the money received, and that some of it is left to decide on. If the operator has
 * reported a different amount since the money was booked, the booked amount can still be refunded.
 *
 * @returns the part of it that is accepted in total after the decision, in minor units
 * @throws AppError `conflict`
 */
export async function requireHeldFits(
  tx: Connection,
  payment: Payment,
  attempt: Attempt,
  verdict: HeldVerdict,
): Promise<bigint> {
  if (!isHolding(attempt)) throw nothingHeld();
  if (attempt.received_minor === null) throw nothingHeld();
  if (attempt.unknown_cause === 'amount_changed' && verdict === 'accept') throw nothingHeld();
  const of = { ...attempt, attempt_id: attempt.id, source: 'suspense' } as const;
  const returned = await sumReturned(tx, of);
  const kept_minor = keptBy(attempt, verdict, returned);
  if (leftOf(attempt, 'suspense', returned) <= 0n) throw nothingHeld();
  if (verdict !== 'refund_all' && attempt.status === 'held' && payment.status === 'success') {
    throw new AppError('conflict', {
      reason: problem(
        'paid_by_another',
        'Another attempt has paid this payment: this money can only be refunded.',
      ),
    });
  }
  return kept_minor;
}

const isHolding = ({ status }: Attempt): boolean => status === 'success' || status === 'held';

async function refundDuplicate(tx: Connection, attempt: Attempt, verdict: HeldVerdict): Promise<void> {
  if (verdict !== 'refund_all') {
    throw new AppError('conflict', {
      reason: problem('paid_twice', 'This payment was paid twice: the second amount can only be refunded.'),
    });
  }
  if (theirsOf(attempt) <= 0n) throw nothingHeld();
  await updateAttempt(tx, attempt, attempt.status, { ...nothing_kept, needs_review: false });
  await refundSoon(tx, attempt);
}

/**
 * Books what is left of an attempt's money that is not the merchant's to the merchant's balance, in the caller's
 * transaction, which has locked the payment: a person has settled the matter in another way, for example repaid the
 * customer in cash. Otherwise nobody could ever pay this money out.
 */
export async function settleHeld(
  { clock }: Pick<Context, 'clock'>,
  tx: Connection,
  attempt: Attempt,
): Promise<void> {
  const left_minor = await leftToSettle(tx, attempt);
  if (left_minor <= 0n) return;
  const settled_minor = attempt.settled_minor + left_minor;
  await updateAttempt(tx, attempt, attempt.status, { settled_minor });
  await post(tx, settlementPosting(attempt, left_minor, clock.now()));
}

/** Computes how much of an attempt's money is neither the merchant's nor refunded, in minor units. */
export async function leftToSettle(tx: Connection, attempt: Attempt): Promise<bigint> {
  const source = heldSourceOf(attempt);
  if (source === null) return 0n;
  return leftOf(attempt, source, await sumReturned(tx, { ...attempt, attempt_id: attempt.id, source }));
}

/** Computes the part of the money that is accepted in total after the decision, in minor units. */
function keptBy(
  attempt: Attempt,
  verdict: HeldVerdict,
  { returned_minor, open_id }: Awaited<ReturnType<typeof sumReturned>>,
): bigint {
  const { charged_minor, currency } = attempt;
  const taken = takenBy(attempt);
  const kept = keptOf(attempt).amount_minor;
  switch (verdict) {
    case 'accept':
      if (open_id !== null || returned_minor > 0n || attempt.settled_minor > 0n) throw alreadyRefunded();
      return taken.amount_minor;
    case 'refund_difference': {
      const isMore = taken.currency === currency && taken.amount_minor > charged_minor;
      if (!isMore || (attempt.kept_minor !== null && kept !== charged_minor)) throw noDifference();
      return charged_minor;
    }
    case 'refund_all':
      if (kept > 0n) throw alreadyAccepted();
      return 0n;
  }
}

const alreadyRefunded = (): AppError =>
  new AppError('conflict', {
    reason: problem(
      'refunded_by_now',
      'This money is being refunded or was refunded: it can no longer be accepted.',
    ),
  });

const noDifference = (): AppError =>
  new AppError('conflict', {
    reason: problem(
      'no_difference',
      'There is no difference to refund: accept the amount received, or refund all of it.',
    ),
  });

const alreadyAccepted = (): AppError =>
  new AppError('conflict', {
    reason: problem('accepted_by_now', 'Part of this money was accepted: refund the payment instead.'),
  });
