import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { post } from '../../ledger/post.ts';
import { type Contradiction, isInPart, isSince } from '../../operator-calls/contradiction.ts';
import { recheckAtOnce } from '../../operator-calls/plan-recheck.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Payment } from '../queries.ts';
import { transitionPayment } from '../transition.ts';
import { countReversals, sumRefundsOf } from './history/queries.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { payByDuplicate } from './pay-by-duplicate.ts';
import { reversalPosting, suspenseCorrection } from './postings.ts';
import { type Attempt, updateAttempt } from './queries.ts';
import { takenBy } from './taken.ts';
import { transitionAttempt, type Via } from './transition.ts';

/** An operator's report about an attempt whose payment is locked. */
export interface Report {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly answer: Pick<ConnectorAnswer, 'provider_reference' | 'raw'> & { readonly asked_at?: Date };
  readonly via: Via;
  readonly at: Date;
}

type Reversal = Extract<Outcome, { kind: 'reversed' }>;

/**
 * Applies a reversal, in which the operator has returned the customer's money, in the caller's transaction. The
 * booking is reversed. If the attempt was open, held or failed, the merchant had received nothing, and sees a
 * failure.
 *
 * @returns whether the attempt changed
 */
export async function applyReversed(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  report: Report,
  reversal: Reversal,
): Promise<boolean> {
  const { payment, attempt, answer, via, at } = report;
  const moved = takenBy(attempt);
  if (isInPart(reversal, moved)) return flag(ctx, tx, attempt, 'reversed_in_part');
  const wasPaid = attempt.status === 'success';
  const wasHeld = attempt.status === 'held';
  const round = wasPaid ? await countReversals(tx, attempt) : 0;
  const isNew = isSince(attempt.settled_at, { via, asked_at: answer.asked_at });
  // This may repeat an earlier reversal, after which a person recorded the success: an inquiry finds out.
  if (round > 0 && via !== 'person' && !isNew) {
    const { merchant_id, id } = attempt;
    await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id }, at);
    return false;
  }
  if ((wasPaid || wasHeld) && via !== 'person') {
    const refunded = await sumRefundsOf(tx, attempt);
    // This is the provider's own refund of the whole amount, which is already recorded.
    if (refunded.by_provider_minor >= moved.amount_minor) return false;
    if (refunded.sum_minor > 0n) return flag(ctx, tx, attempt, 'reversed_after_refund');
  }
  const reversed = await transitionAttempt(tx, attempt, {
    event: 'reversed',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? attempt.provider_reference,
      operator_code: reversal.operator_code,
      failure_reason: null,
      unknown_cause: null,
      needs_review: false,
      ...(!wasPaid && !wasHeld && { settled_at: at }),
    },
  });
  if (!reversed) return false;
  ctx.log.info({ payment_id: payment.id, attempt_id: attempt.id }, 'the operator has reversed a payment');
  if (wasPaid) await takeBack(ctx, tx, report, reversal, round);
  else {
    if (wasHeld) await post(tx, suspenseCorrection(attempt, at));
    await failPayment(ctx, tx, report, reversal);
  }
  return true;
}

/**
 * Reverses the booking. The reversal of a duplicate leaves the payment unchanged; after any other reversal, a
 * duplicate may pay the payment.
 */
async function takeBack(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  { payment, attempt, via, at }: Report,
  { operator_code }: Reversal,
  round: number,
): Promise<void> {
  const posting = { ...reversalPosting(attempt, at), round };
  if (attempt.duplicate) return post(tx, posting);
  const changed = await transitionPayment(ctx, tx, payment, {
    event: 'attempt_reversed',
    at,
    attempt_id: attempt.id,
    facts: { reversed_at: at, reversal_code: via === 'person' ? null : operator_code },
    posting,
  });
  if (!changed) throw new Error(`payment ${payment.id} lacks the status of its paid attempt ${attempt.id}`);
  await payByDuplicate(ctx, tx, changed, at);
}

/**
 * Fails the payment, unless another attempt may still pay it: the merchant was never notified of a success, and
 * the customer may try again.
 */
async function failPayment(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  { payment, attempt, at }: Report,
  { operator_code }: Reversal,
): Promise<void> {
  if (await leaveToOthers(tx, payment, attempt)) return;
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_failed',
    at,
    attempt_id: attempt.id,
    facts: {
      failure_reason: 'other',
      failure_operator_code: operator_code,
      ...(attempt.status === 'held' && { received_minor: null, received_currency: null }),
    },
  });
}

/** Leaves the booking unchanged and marks the attempt for review, once. @returns false: the status stays */
async function flag(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  attempt: Attempt,
  unknown_cause: Contradiction,
): Promise<false> {
  if (attempt.status === 'reversed' || attempt.unknown_cause === unknown_cause) return false;
  await updateAttempt(tx, attempt, attempt.status, { needs_review: true, unknown_cause });
  ctx.log.error({ attempt_id: attempt.id, unknown_cause }, 'a reversal needs review');
  return false;
}
