import { post } from '../../ledger/post.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { transitionPayment } from '../transition.ts';
import { suspenseAcceptance } from './postings.ts';
import { type Attempt, listAttempts, updateAttempt } from './queries.ts';
import { type Paying, settlePayment } from './settle-payment.ts';
import { isOpen } from './states.ts';
import { feeIn, isUndecided, keptOf, takenBy } from './taken.ts';
import { transitionAttempt, type Via } from './transition.ts';

/**
 * Accepts a part of an attempt's held money, in the caller's transaction, which has locked the payment: that part
 * goes to the merchant and pays the payment, and the rest is refunded to the customer. If nothing is accepted, the
 * payment fails.
 *
 * @param kept_minor the accepted part in total, including any part accepted before
 */
export async function keepMoney(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  paying: Paying,
  kept_minor: bigint,
  via: Via,
): Promise<void> {
  const { attempt, at } = paying;
  const kept = { kept_minor, kept_fee_minor: feeIn(kept_minor, attempt) };
  const decided: Attempt = { ...attempt, ...kept };
  if (kept_minor < takenBy(attempt).amount_minor) await refundSoon(tx, attempt);
  if (kept_minor === 0n) {
    await updateAttempt(tx, attempt, 'held', { ...kept, needs_review: false });
    await failUnlessOpen(ctx, tx, paying);
    return;
  }
  const facts = { ...kept, needs_review: false, unknown_cause: null };
  const change = { event: 'settled', via, at, raw: undefined, facts } as const;
  const posting = suspenseAcceptance(attempt, decided, at);
  if (await transitionAttempt(tx, attempt, change)) {
    return settlePayment(ctx, tx, { ...paying, attempt: decided }, posting);
  }
  // A part had been accepted before.
  await updateAttempt(tx, attempt, 'success', facts);
  if (kept_minor !== keptOf(attempt).amount_minor) await post(tx, posting);
}

/** Adds the job that refunds the part of an attempt's money that is not the merchant's. */
export async function refundSoon(
  tx: Connection,
  { merchant_id, id: attempt_id }: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<void> {
  await addJob(tx, {
    task: 'refund_held',
    payload: { merchant_id, attempt_id },
    key: refundJobKey(attempt_id),
  });
}

/** Returns the key of the job that refunds the rest of an attempt's money. */
export function refundJobKey(attempt_id: string): string {
  return `refund_held:${attempt_id}`;
}

/** Fails the payment whose money is refunded, unless another attempt may still pay it. */
async function failUnlessOpen(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  { payment, attempt, at }: Paying,
): Promise<void> {
  const attempts = await listAttempts(tx, payment.merchant_id, payment.id);
  if (attempts.some((one) => isOpen(one.status) || isUndecided(one))) return;
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_failed',
    at,
    attempt_id: attempt.id,
    facts: {
      failure_reason: attempt.unknown_cause === 'paid_late' ? 'paid_late' : 'wrong_amount',
      failure_operator_code: null,
    },
  });
}
