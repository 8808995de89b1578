import { AppError } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { wasSettledOtherwise } from '../../payments/attempt/history/queries.ts';
import { refundJobKey } from '../../payments/attempt/keep.ts';
import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import { lockPayment } from '../../payments/queries.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import { reserveRefund } from './create.ts';
import { fundsOf, heldSourceOf, type RefundSource } from './funds.ts';
import { sumReturned } from './queries.ts';

/** The attempt whose money is refunded. */
export interface HeldRefund {
  readonly merchant_id: string;
  readonly attempt_id: string;
}

const open_refund_wait_ms = 60_000;

/**
 * Job: refunds the part of an attempt's money that is not the merchant's: a duplicate, or the part of held money
 * that was not accepted. If it cannot be refunded, the attempt needs review. Running the job again does not refund
 * twice.
 *
 * @throws AppError `forbidden`
 */
export async function refundHeld(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  actor: ServiceActor,
  { merchant_id, attempt_id }: HeldRefund,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  await ctx.db.transaction().execute(async (tx) => {
    const found = await findAttempt(tx, merchant_id, attempt_id);
    if (!found) throw new Error(`attempt ${attempt_id} is gone`);
    await lockPayment(tx, merchant_id, found.payment_id);
    const attempt = (await findAttempt(tx, merchant_id, attempt_id)) ?? found;
    const source = heldSourceOf(attempt);
    // The attempt already needs review, or a person has settled it in another way.
    if (source === null || attempt.needs_review || (await wasSettledOtherwise(tx, attempt))) return;
    const { returned_minor, open_id } = await sumReturned(tx, { ...attempt, attempt_id, source });
    if (returned_minor >= fundsOf(attempt, source).amount_minor) return;
    if (open_id !== null) return tryAgain(ctx, tx, attempt);
    await refund(ctx, tx, attempt, source);
  });
}

async function refund(
  ctx: Pick<Context, 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  tx: Connection,
  attempt: Attempt,
  source: RefundSource,
): Promise<void> {
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  try {
    await reserveRefund(ctx, tx, { merchant_id, payment_id, attempt_id, source, id: makeId('refund') });
  } catch (error) {
    // Nothing was written yet.
    if (!(error instanceof AppError)) throw error;
    await updateAttempt(tx, attempt, attempt.status, { needs_review: true, unknown_cause: 'cannot_refund' });
    ctx.log.error({ attempt_id, err: error }, 'money that should be returned cannot be refunded');
  }
}

/** Schedules the job again for later: providers accept one refund of a collection at a time. */
async function tryAgain(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  { merchant_id, id: attempt_id }: Attempt,
): Promise<void> {
  await addJob(tx, {
    task: 'refund_held',
    payload: { merchant_id, attempt_id },
    key: refundJobKey(attempt_id),
    run_at: new Date(ctx.clock.now().getTime() + open_refund_wait_ms),
  });
}
