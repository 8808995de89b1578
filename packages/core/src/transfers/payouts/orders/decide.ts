import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import { requireSecondPerson } from '../../../accounts/approvals/standing.ts';
import { planRecheck } from '../../../operator-calls/plan-recheck.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { bulk_priority } from '../../../platform/jobs/queries.ts';
import { returnOf } from '../../postings.ts';
import { lockTransfers } from '../../queries.ts';
import { addSendJobs } from '../../send-job.ts';
import { transitionTransfers } from '../../transition.ts';
import { payouts } from '../kind.ts';
import { mayDecide } from './may-decide.ts';
import { presentStaffPayout } from './present.ts';
import { decideOrders, findOrder, findOrderedPayout, type PayoutOrder } from './queries.ts';
import type { StaffPayout } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log'>;

export const PayoutDecision = Type.Object(
  {
    decision: Type.Enum(['approve', 'refuse']),
    note: Type.Optional(
      Type.String({ maxLength: 500, description: 'A note for colleagues and for later reference.' }),
    ),
  },
  { additionalProperties: false },
);

const check = makeCheck(PayoutDecision);

/**
 * Releases a payout that awaits approval, or returns its money. Its author may withdraw it but never approve it. If
 * one of two people recently gave the other access, directly or through others, neither may approve the other's
 * payouts. Of two concurrent decisions, the first one counts.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `payout_not_found`, `conflict` with the earlier decision
 */
export async function decidePayout(
  ctx: Ctx,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<StaffPayout> {
  requireScope(actor, 'payouts:create');
  const { decision, note = '' } = check(body);
  const { merchant_id, mode } = actor;
  const key = { merchant_id, mode, id };
  if (!(await findOrderedPayout(ctx.db, key))) throw new AppError('payout_not_found');
  return ctx.db.transaction().execute(async (tx) => {
    const order = await findOrder(tx, key);
    if (!order)
      throw new AppError('conflict', {
        reason: problem('no_second_person', 'This payout needs no second approver.'),
      });
    await requireMayDecide(tx, actor, order, decision);
    if (decision === 'refuse') await requireUnsent(tx, key);
    const decided = await decideLocked(ctx, tx, actor, [id], { decision, note });
    if (decided.length === 0) throw alreadyDecided(await findOrder(tx, key));
    const row = await findOrderedPayout(tx, key);
    if (!row) throw new Error('the decided payout exists');
    return presentStaffPayout(row);
  });
}

/** @throws AppError `forbidden`, `conflict` */
async function requireMayDecide(
  tx: Connection,
  actor: StaffActor,
  order: PayoutOrder,
  decision: 'approve' | 'refuse',
): Promise<void> {
  if (order.approval !== 'waiting') throw alreadyDecided(order);
  if (mayDecide(actor, order)[decision]) {
    if (decision === 'approve') await requireSecondPerson(tx, actor, order.made_by);
    return;
  }
  if (order.made_by === actor.user_id) {
    throw new AppError('forbidden', {
      reason: problem('made_by_you', 'You created this payout: another person has to approve it.'),
    });
  }
  requireScope(actor, 'payouts:approve');
}

/**
 * Decides the given payouts that still await approval, in the caller's transaction. Approved payouts are sent; the
 * money of refused payouts returns to the balance.
 *
 * @returns the ids of the payouts that were decided now, in the given order
 */
export async function decideLocked(
  ctx: Pick<Ctx, 'clock' | 'log'>,
  tx: Connection,
  { merchant_id, mode, user_id, name }: StaffActor,
  payout_ids: readonly string[],
  { decision, note }: { readonly decision: 'approve' | 'refuse'; readonly note: string },
): Promise<string[]> {
  const at = ctx.clock.now();
  const locked = decision === 'refuse' ? await lockTransfers(tx, payouts, merchant_id, payout_ids) : [];
  // After a restore, the operator may already have had a payout that was approved before; such a payout can no
  // longer be refused.
  const refusable = locked.filter(({ status }) => status === 'pending');
  const decided = await decideOrders(
    tx,
    { merchant_id, mode, payout_ids: decision === 'refuse' ? refusable.map(({ id }) => id) : payout_ids },
    {
      approval: decision === 'approve' ? 'approved' : 'refused',
      ...{ decided_by: user_id, decided_by_name: name, decided_at: at },
      note: note.trim() || null,
    },
  );
  if (decision === 'approve') {
    const keys = decided.map((id) => ({ merchant_id, id }));
    await addSendJobs(tx, payouts, keys, decided.length > 1 ? bulk_priority : 0);
    return decided;
  }
  const ids = new Set(decided);
  const refused = refusable.filter(({ id }) => ids.has(id));
  await transitionTransfers(ctx, tx, payouts, refused, {
    ...{ event: 'refused', via: 'staff', at },
    facts: { failure_reason: 'payer_cancelled' },
    postingOf: (payout) => returnOf(payouts.books, payout, at),
  });
  for (const payout of refused) {
    const look = { merchant_id, kind: 'payout', id: payout.id, round: 0 } as const;
    // After a recovery, a refused payout needs a recheck, because a request whose row was lost may already have
    // paid it. Either all payouts need one, or none.
    if (!(await planRecheck(tx, look, payout, { reached_customer: false }, at))) break;
  }
  return decided;
}

/** @throws AppError `conflict` when the operator already has the payout, after a restore */
async function requireUnsent(tx: Connection, key: Parameters<typeof findOrder>[1]): Promise<void> {
  const [payout] = await lockTransfers(tx, payouts, key.merchant_id, [key.id]);
  const order = await findOrder(tx, key);
  if (payout?.status === 'pending' || order?.approval !== 'waiting') return;
  const words = 'The operator already has this payout: it cannot be refused. Look at its outcome.';
  throw new AppError('conflict', { reason: problem('operator_has_it', words) });
}

function alreadyDecided(order: PayoutOrder | undefined): AppError {
  const what = order?.approval === 'approved' ? 'approved' : 'refused';
  if (!order?.decided_by_name)
    return new AppError('conflict', {
      reason: problem('already_decided', 'This payout is not awaiting approval.'),
    });
  return new AppError('conflict', {
    reason: problem('decided_already', `${order.decided_by_name} has already ${what} this payout.`, {
      name: order.decided_by_name,
      decision: what,
    }),
  });
}
