import { isDeepStrictEqual } from 'node:util';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import type { Insertable } from 'kysely';
import { limitsOf } from '../../accounts/approvals/limits.ts';
import type { Attempt } from '../../payments/attempt/queries.ts';
import { isUndecided, keptOf, takenBy, theirsOf } from '../../payments/attempt/taken.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { HeldDecisionTable } from '../../platform/database/tables/resolutions.ts';
import { findPayoutRule } from '../../transfers/payouts/orders/queries.ts';
import { heldSourceOf } from '../../transfers/refunds/funds.ts';
import type { Subject } from './carry-out.ts';
import {
  endDecision,
  type HeldDecision,
  insertDecision,
  listWaitingDecisions,
  lockDecisions,
  sumLoneDecisions,
} from './queries.ts';
import { isAboutHeld, leftToSettle, requireHeldFits } from './resolve-held.ts';
import type { ResolutionInput, Stake } from './schemas.ts';
import { requireReviewNeeded } from './verdict.ts';

/**
 * Computes the money that a decision is about, in minor units: received and neither accepted nor settled yet, or
 * reported as paid.
 */
function stakeOf(attempt: Attempt): { readonly amount_minor: bigint; readonly currency: string } {
  const { amount_minor, currency } = takenBy(attempt);
  const settled_minor = heldSourceOf(attempt) === null ? 0n : attempt.settled_minor;
  const kept_minor = attempt.received_minor === null ? 0n : keptOf(attempt).amount_minor;
  return { amount_minor: amount_minor - kept_minor - settled_minor, currency };
}

/** Presents the money that a decision about an attempt concerns. */
export function presentStake(attempt: Attempt): Stake {
  const { amount_minor, currency: code } = stakeOf(attempt);
  const currency = asCurrency(code);
  return { amount: majorNumber({ amount_minor, currency }), currency };
}

/**
 * Requires that the amount to decide about is still the one that the person saw: the operator may have
 * corrected its report since. Does nothing for an attempt that needs no review.
 *
 * @throws AppError `conflict`
 */
export function requireSeen(attempt: Attempt, seen: Stake): void {
  if (!attempt.needs_review || isDeepStrictEqual(presentStake(attempt), seen)) return;
  throw new AppError('conflict', {
    reason: problem(
      'amount_changed_since',
      'The amount has changed since it was shown: check the new amount, and decide again.',
    ),
  });
}

/**
 * Whether a verdict decides where unexpected money goes, or books money that only a person has reported: without a
 * second person, one person could refund it to someone who never paid, or move a customer's money to the merchant's
 * balance, from which it can be paid out. A duplicate that is refunded always belongs to the customer, and is
 * returned by an ordinary refund.
 */
export function decidesHeld(
  attempt: Attempt,
  verdict: ResolutionInput['verdict'],
): verdict is HeldDecision['verdict'] {
  if (verdict === 'settled') return heldSourceOf(attempt) !== null && theirsOf(attempt) > 0n;
  if (attempt.received_minor === null) return verdict === 'paid' && attempt.status !== 'success';
  if (attempt.duplicate) return false;
  return isAboutHeld(verdict) || isUndecided(attempt);
}

/** Whether a pending decision is still about the same money. */
export function isCurrent(decision: HeldDecision, attempt: Attempt): boolean {
  const { amount_minor, currency } = stakeOf(attempt);
  return (
    attempt.needs_review &&
    decidesHeld(attempt, decision.verdict) &&
    decision.amount_minor === amount_minor &&
    decision.currency === currency
  );
}

type Said = Omit<
  Insertable<HeldDecisionTable>,
  'id' | 'attempt_id' | 'amount_minor' | 'currency' | 'approval'
>;

/**
 * Records a decision about money, and determines whether the merchant's payout rule requires a second person for
 * it: because of its own amount, or because of its amount together with the decisions made without a second person
 * in the last 24 hours. The caller has locked the payment.
 *
 * @throws AppError `conflict` if the decision does not fit, or another one awaits approval
 */
export async function waitsForSecondPerson(
  tx: Connection,
  { payment, attempt }: Subject & { readonly type: 'attempt' },
  said: Said,
): Promise<boolean> {
  requireReviewNeeded(attempt);
  if (isAboutHeld(said.verdict)) await requireHeldFits(tx, payment, attempt, said.verdict);
  await endStale(tx, attempt);
  // All of it was refunded: nothing is booked.
  if (said.verdict === 'settled' && (await leftToSettle(tx, attempt)) <= 0n) return false;
  const { merchant_id, mode } = payment;
  const stake = stakeOf(attempt);
  await lockDecisions(tx, { merchant_id, mode });
  const limits = limitsOf(await findPayoutRule(tx, { merchant_id, mode }, stake.currency));
  const isAbove = async (): Promise<boolean> => {
    if (limits === null) return false;
    if (stake.amount_minor > limits.single_minor) return true;
    const lone_minor = await sumLoneDecisions(tx, { merchant_id, mode, currency: stake.currency });
    return lone_minor + stake.amount_minor > limits.day_minor;
  };
  const waits = await isAbove();
  await insertDecision(tx, {
    ...said,
    ...stake,
    ...{ id: makeId('held_decision'), attempt_id: attempt.id },
    approval: waits ? 'waiting' : 'not_needed',
  });
  return waits;
}

/**
 * Ends a pending decision about money that has changed since.
 *
 * @throws AppError `conflict` when it has not changed
 */
async function endStale(tx: Connection, attempt: Attempt): Promise<void> {
  const waiting = await listWaitingDecisions(tx, attempt.merchant_id, attempt.payment_id);
  for (const decision of waiting.filter(({ attempt_id }) => attempt_id === attempt.id)) {
    if (isCurrent(decision, attempt)) {
      const { made_by_name: name } = decision;
      throw new AppError('conflict', {
        reason: problem(
          'awaits_approval',
          `${name} has made a decision about this money: approve or refuse it first.`,
          {
            name,
          },
        ),
      });
    }
    await endDecision(tx, decision, { approval: 'replaced' });
  }
}
