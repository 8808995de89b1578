import { AppError, invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { applyOutcomeWithin } from '../../payments/attempt/apply-outcome.ts';
import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { isOpen } from '../../payments/attempt/states.ts';
import { isUndecided, takenBy } from '../../payments/attempt/taken.ts';
import { findPayment, lockPayment } from '../../payments/queries.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';
import { insertResolution } from './queries.ts';
import { isAboutHeld, nothingHeld, resolveHeld } from './resolve-held.ts';
import { resolveTransfer } from './resolve-transfer.ts';
import { presentResolution, ResolutionInput, type ResolutionObject } from './schemas.ts';
import {
  answerOf,
  requireEvidence,
  requireReviewNeeded,
  requireVerdictFits,
  text_rules,
  type Verdict,
} from './verdict.ts';

const check = makeCheck(ResolutionInput);

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'tokens' | 'accounts'>;

/**
 * Resolves a payment's attempt or refund that needs review by a person's verdict: in one transaction it is
 * applied like an operator's outcome, with its events and entries, and recorded with its author. Of two
 * concurrent verdicts one counts.
 *
 * @throws AppError `forbidden`, `payment_not_found`, `invalid_fields`, `conflict` when no review is needed
 * (any more), or the verdict does not fit the status
 */
export async function resolvePayment(
  ctx: Ctx,
  actor: StaffActor,
  { id: payment_id, body }: { readonly id: string; readonly body: unknown },
): Promise<ResolutionObject> {
  requireScope(actor, 'payments:resolve');
  const input = check(body, text_rules);
  requireEvidence(input);
  const { merchant_id, mode } = actor;
  const payment = await findPayment(ctx.db, { merchant_id, mode, id: payment_id });
  if (!payment) throw new AppError('payment_not_found');
  return ctx.db.transaction().execute(async (tx) => {
    // Before its consequences.
    const created_at = ctx.clock.now();
    const object_type = await resolveObject(ctx, tx, { merchant_id, payment_id }, input);
    const resolution = await insertResolution(tx, {
      merchant_id,
      mode,
      object_type,
      payment_id,
      object_id: input.object_id,
      verdict: input.verdict,
      note: input.note.trim(),
      proof: input.proof?.trim() ?? null,
      user_id: actor.user_id,
      user_name: actor.name,
      created_at,
    });
    return presentResolution(resolution, actor.email);
  });
}

interface Of {
  readonly merchant_id: string;
  readonly payment_id: string;
}

async function resolveObject(
  ctx: Ctx,
  tx: Connection,
  { merchant_id, payment_id }: Of,
  { object_id, verdict }: ResolutionInput,
): Promise<'attempt' | 'refund'> {
  const refund = (await listRefunds(tx, merchant_id, payment_id)).find(({ id }) => id === object_id);
  if (refund) {
    if (isAboutHeld(verdict)) throw nothingHeld();
    await resolveTransfer(ctx, tx, refunds, refund, verdict);
    return 'refund';
  }
  const payment = await lockPayment(tx, merchant_id, payment_id);
  const attempt = await findAttempt(tx, merchant_id, object_id);
  if (attempt?.payment_id !== payment_id) {
    throw invalidFields({
      object_id: [problem('not_of_this_payment', 'is neither an attempt nor a refund of this payment')],
    });
  }
  if (isAboutHeld(verdict)) await resolveHeld(ctx, tx, payment, attempt, verdict);
  else await resolveAttempt(ctx, tx, attempt, verdict);
  return 'attempt';
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
  // A duplicate still has to be refunded; a reversal has set the flag as it should be.
  if (verdict === 'paid' || verdict === 'reversed') return;
  const left = isKnown ? status : 'failed';
  await updateAttempt(tx, attempt, left, { needs_review: false });
}
