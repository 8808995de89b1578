import type { Outcome } from '@guichet/kernel/outcome';
import { contradictionOf, isSince, needsPerson } from '../../operator-calls/contradiction.ts';
import { recheckAtOnce } from '../../operator-calls/plan-recheck.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { listHeldBack, sumGivenBack, wasRefused, wasSettledOtherwise } from './history/queries.ts';
import { refundSoon } from './keep.ts';
import { type Attempt, updateAttempt } from './queries.ts';
import { theirsOf } from './taken.ts';
import type { Via } from './transition.ts';

/** An operator's report about an attempt, whose payment is locked. */
interface Report {
  readonly attempt: Attempt;
  readonly answer: { readonly outcome: Outcome; readonly asked_at?: Date };
  readonly via: Via;
  readonly at: Date;
}

/**
 * Flags an attempt for which the operator contradicts its earlier report, and schedules an immediate recheck.
 *
 * @returns false when there is no contradiction
 */
export async function noteContradiction(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  { attempt, answer, via, at }: Report,
): Promise<boolean> {
  const doubt = contradictionOf(answer.outcome, attempt, via);
  if (doubt === null || needsPerson(attempt)) return false;
  const { contradiction, needs_review } = doubt;
  const { merchant_id, id } = attempt;
  const isNew = isSince(attempt.settled_at, { via, asked_at: answer.asked_at });
  // It may be the refusal that preceded a late success, reported again: an inquiry finds out.
  if (contradiction === 'failed_after_success' && !isNew && (await wasRefused(tx, attempt))) {
    await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id }, at);
    return false;
  }
  if (needs_review) {
    await updateAttempt(tx, attempt, attempt.status, { needs_review, unknown_cause: contradiction });
  }
  // The response to an inquiry, too, may arrive late and predate the current status.
  await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id }, at);
  ctx.log.error({ attempt_id: id, contradiction }, 'the operator contradicts itself');
  return true;
}

/**
 * Ends the doubt about an attempt whose status an inquiry has confirmed. Adds the job of a refund that fell due
 * meanwhile and was not made, or was made and not sent. Money that awaits a decision, or whose refund failed
 * meanwhile, still needs review.
 */
export async function endDoubt(tx: Connection, attempt: Attempt): Promise<void> {
  const { returned_minor, has_failed } = await sumGivenBack(tx, attempt);
  const isLeft = attempt.status !== 'reversed' && returned_minor < theirsOf(attempt);
  const isOwed = isLeft && !(await wasSettledOtherwise(tx, attempt));
  const isDecided = attempt.kept_minor !== null;
  await updateAttempt(tx, attempt, attempt.status, {
    needs_review: isOwed && (has_failed || !isDecided),
    unknown_cause: isOwed && has_failed ? 'refund_failed' : null,
  });
  if (isOwed && isDecided && !has_failed) await refundSoon(tx, attempt);
  await sendHeldBack(tx, attempt);
}

/**
 * Adds the jobs that send the refunds of an attempt that were held back because of doubt about the attempt.
 * Called when the doubt has ended.
 *
 * @param from the source of the refunds to send; any source if omitted
 */
export async function sendHeldBack(
  tx: Connection,
  attempt: Attempt,
  { from }: { readonly from?: 'balance' } = {},
): Promise<void> {
  const { merchant_id } = attempt;
  for (const { id: refund_id, source } of await listHeldBack(tx, attempt)) {
    if (from !== undefined && source !== from) continue;
    await addJob(tx, { task: 'send_refund', payload: { merchant_id, refund_id } });
  }
}

/**
 * Whether a refusal of an attempt with held money is final. A refusal in a callback may be a repeat, and one in a
 * response or in the result of an inquiry may be older than the money. If a refusal in a callback or an inquiry is
 * not final, another inquiry is made.
 */
export async function isWithdrawn(tx: Connection, { attempt, answer, via, at }: Report): Promise<boolean> {
  const { merchant_id, id, settled_at } = attempt;
  if (via === 'person' || isSince(settled_at, { via, asked_at: answer.asked_at })) return true;
  if (via !== 'answer') await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id }, at);
  return false;
}
