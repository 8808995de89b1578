import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import { requireSecondPerson } from '../../../accounts/approvals/standing.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { decideLocked, PayoutDecision } from '../orders/decide.ts';
import { requireChecked } from './confirm.ts';
import { showBatch } from './detail.ts';
import { endBatch, listWaiting, lockBatch } from './queries.ts';
import type { PayoutBatchDetail } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log'>;

const check = makeCheck(PayoutDecision);

/**
 * Releases all payouts of a batch that await approval, or returns their money. Payouts that were decided
 * individually do not change. The person who confirmed the batch may withdraw it, but never approve it.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`, `conflict` when none of its payouts awaits approval
 */
export async function decideBatch(
  ctx: Ctx,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<PayoutBatchDetail> {
  requireScope(actor, 'payouts:create');
  const { decision, note = '' } = check(body);
  const { merchant_id, mode, user_id } = actor;
  const key = { merchant_id, mode, id };
  await ctx.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new AppError('not_found');
    const is_own = batch.ended_by === user_id;
    if (is_own && decision === 'approve') {
      const words = 'You confirmed this file: another person has to approve it.';
      throw new AppError('forbidden', { reason: problem('made_by_you', words) });
    }
    if (!is_own) requireScope(actor, 'payouts:approve');
    if (decision === 'approve' && batch.ended_by !== null)
      await requireSecondPerson(tx, actor, batch.ended_by);
    const waiting = await listWaiting(tx, key);
    const decided =
      waiting.length > 0 ? await decideLocked(ctx, tx, actor, waiting, { decision, note }) : waiting;
    if (decided.length > 0) return;
    throw new AppError('conflict', {
      reason: problem('already_decided', 'No payout of this file is awaiting approval.'),
    });
  });
  return showBatch(ctx, actor, id);
}

/**
 * Discards a valid file that is not to be paid out.
 *
 * @throws AppError `forbidden`, `not_found`, `conflict` when it does not await confirmation
 */
export async function discardBatch(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  id: string,
): Promise<PayoutBatchDetail> {
  requireScope(actor, 'payouts:create');
  const { merchant_id, mode, user_id, name } = actor;
  const key = { merchant_id, mode, id };
  await ctx.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new AppError('not_found');
    requireChecked(batch);
    const end = { ended_by: user_id, ended_by_name: name, ended_at: ctx.clock.now() };
    await endBatch(tx, key, { status: 'discarded', ...end });
  });
  return showBatch(ctx, actor, id);
}
