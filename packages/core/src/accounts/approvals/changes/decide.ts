import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { lockMembers } from '../../staff/members/queries.ts';
import { requireSecondPerson } from '../standing.ts';
import { endIfAbandoned } from './end-if-abandoned.ts';
import { lockChange } from './queries.ts';
import { transitionChange } from './transition.ts';

export const ChangeDecision = Type.Object(
  { decision: Type.Enum(['approve', 'refuse']) },
  { additionalProperties: false },
);

const check = makeCheck(ChangeDecision);

/** The result of deciding on a change. */
export const DecidedChange = Type.Object({ id: Type.String(), status: Type.Enum(['approved', 'refused']) });

/**
 * Approves or refuses a change that weakens the payout rule. Anyone who may approve payouts may refuse it, because
 * the rule then stays as strict as it is. Approval must come from somebody who is tied neither to the proposer nor
 * to the person whom the change makes an approver. Of two concurrent decisions, only the first counts.
 *
 * @throws AppError `forbidden` with the reason and the time until which it applies, `invalid_fields`, `not_found`,
 * `conflict` for a change that was decided or replaced, or whose author may no longer set a rule
 */
export async function decideChange(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<{ id: string; status: 'approved' | 'refused' }> {
  requireScope(actor, 'payouts:approve');
  const { decision } = check(body);
  const { merchant_id } = actor;
  const status = decision === 'approve' ? 'approved' : 'refused';
  const is_decided = await ctx.db.transaction().execute(async (tx) => {
    // The lock keeps everyone's right to approve unchanged until the decision is committed.
    const members = await lockMembers(tx, merchant_id);
    const change = await lockChange(tx, { merchant_id, id });
    if (!change || (change.mode !== null && change.mode !== actor.mode)) throw new AppError('not_found');
    if (await endIfAbandoned(tx, change, members)) return false;
    if (decision === 'approve') {
      await requireSecondPerson(tx, actor, change.proposed_by);
      if (change.user_id !== null) await requireSecondPerson(tx, actor, change.user_id);
    }
    return (await transitionChange(tx, change, status, actor)) !== undefined;
  });
  // Thrown after the transaction, so that the end of an abandoned change is committed.
  if (!is_decided) {
    throw new AppError('conflict', {
      reason: problem('change_decided', 'Already decided, or replaced by another change.'),
    });
  }
  return { id, status };
}
