import { planRecheck, planSuccessRecheck, type Recheck } from '../operator-calls/plan-recheck.ts';
import { inquireAboutAttempt } from '../payments/attempt/inquire.ts';
import { findAttempt } from '../payments/attempt/queries.ts';
import type { ServiceActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { inquireTransfer } from './inquire.ts';
import { transfer_kinds } from './kinds.ts';
import { findTransferById } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

const options = { also_ended: true };

/**
 * Job: inquires again about an ended transfer, and schedules the next time: about a refusal that may have been paid
 * after all, and about a success that may still be reversed.
 */
export async function recheckEnded(ctx: Ctx, actor: ServiceActor, look: Recheck): Promise<void> {
  requireScope(actor, 'jobs:run');
  const subject = await inquireAgain(ctx, look);
  if (!subject) return;
  const next = { ...look, round: look.round + 1 };
  const now = ctx.clock.now();
  if (subject.status === 'failed') await planRecheck(ctx.db, next, subject, {}, now);
  const { succeeded_at } = subject;
  const hasCome = subject.status === 'success' || subject.status === 'held';
  if (hasCome && succeeded_at !== null) {
    await planSuccessRecheck(ctx, ctx.db, next, { ...subject, succeeded_at }, now);
  }
}

/** @returns the attempt, payout or refund as it is after the inquiry */
async function inquireAgain(ctx: Ctx, { kind: noun, merchant_id, id }: Recheck) {
  if (noun === 'attempt') {
    await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id }, options);
    const attempt = await findAttempt(ctx.db, merchant_id, id);
    return attempt && { ...attempt, direction: 'collect' as const, succeeded_at: attempt.settled_at };
  }
  const kind = transfer_kinds[noun];
  await inquireTransfer(ctx, kind, { merchant_id, id }, options);
  const transfer = await findTransferById(ctx.db, kind, id);
  if (!transfer) return undefined;
  const { status, account_id, connector } = transfer;
  const direction = kind.directionOf(transfer);
  return { status, account_id, connector, direction, succeeded_at: kind.succeededAt(transfer) };
}
