import type { InquiryOptions } from '../operator-calls/ask.ts';
import {
  isRecheckSoon,
  planRecheck,
  planSuccessRecheck,
  type Recheck,
  recheckAgain,
} from '../operator-calls/plan-recheck.ts';
import { inquireAboutAttempt } from '../payments/attempt/inquire.ts';
import { findAttempt } from '../payments/attempt/queries.ts';
import type { ServiceActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { inquireTransfer } from './inquire.ts';
import { transfer_kinds } from './kinds.ts';
import { findTransferById } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/**
 * Job: inquires again about an ended attempt, payout or refund, and schedules the next recheck: after a refusal,
 * it may still be paid; after a success, it may still be reversed; after a reversal, somebody has reported that it was
 * paid after all. An inquiry that gets no answer is repeated on the schedule for refusals.
 */
export async function recheckEnded(ctx: Ctx, actor: ServiceActor, look: Recheck): Promise<void> {
  requireScope(actor, 'jobs:run');
  let isAnswered = false;
  const { isAsked, subject } = await inquireAgain(ctx, look, ({ outcome }) => {
    isAnswered = outcome.kind !== 'unknown';
  });
  if (!subject) return;
  const next = { ...look, round: look.round + 1 };
  const now = ctx.clock.now();
  if (!isAsked) return recheckAgain(ctx.db, look, now);
  // The operator has just contradicted itself, so a recheck is already due within seconds.
  if (await isRecheckSoon(ctx.db, look, now)) return;
  // Without an answer, the report that caused this recheck is neither confirmed nor refuted: another follows.
  if (!isAnswered && (await planRecheck(ctx.db, next, subject, {}, now))) return;
  // A recheck because of a hint is an additional one: the outcome has its own schedule of rechecks.
  if (look.is_hint) return;
  const isOver = subject.status === 'failed' || subject.status === 'reversed';
  if (isOver) await planRecheck(ctx.db, next, subject, {}, now);
  const { succeeded_at } = subject;
  const hasCome = subject.status === 'success' || subject.status === 'held';
  if (hasCome && succeeded_at !== null) {
    await planSuccessRecheck(ctx, ctx.db, next, { ...subject, succeeded_at }, now);
  }
}

/** @returns the attempt, payout or refund as it is after the inquiry, and whether the inquiry was made */
async function inquireAgain(
  ctx: Ctx,
  { kind: noun, merchant_id, id }: Recheck,
  hear: InquiryOptions['hear'] & {},
) {
  const options = { also_ended: true, hear };
  if (noun === 'attempt') {
    const isAsked = await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id }, options);
    const attempt = await findAttempt(ctx.db, merchant_id, id);
    const direction = 'collect' as const;
    return { isAsked, subject: attempt && { ...attempt, direction, succeeded_at: attempt.settled_at } };
  }
  const kind = transfer_kinds[noun];
  const isAsked = await inquireTransfer(ctx, kind, { merchant_id, id }, options);
  const transfer = await findTransferById(ctx.db, kind, id);
  if (!transfer) return { isAsked, subject: undefined };
  const { status, account_id, connector } = transfer;
  const direction = kind.directionOf(transfer);
  return {
    isAsked,
    subject: { status, account_id, connector, direction, succeeded_at: kind.succeededAt(transfer) },
  };
}
