import type { ServiceActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { scopes_of } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { type HeldMember, lockMembers } from '../../staff/members/queries.ts';
import { lacksDecider } from '../standing.ts';
import { type ApprovalChange, isDue, listUnseen, lockChange, recordMissingDecider } from './queries.ts';
import { transitionChange } from './transition.ts';

/** The maximum number of changes per round; the remaining ones follow in the next round, a minute later. */
const changes_max = 100;

/**
 * Puts a weaker rule into effect after 24 hours in which nobody could decide on it, because a merchant with a
 * single approver must not be stuck with its rule forever. The 24 hours start over whenever somebody can decide. A
 * proposal whose author may no longer set a rule is dropped.
 */
export async function settleChanges(ctx: Pick<Context, 'db' | 'log'>, actor: ServiceActor): Promise<void> {
  requireScope(actor, 'jobs:run');
  for (const key of await listUnseen(ctx.db, changes_max)) {
    await ctx.db.transaction().execute(async (tx) => {
      const members = await lockMembers(tx, key.merchant_id);
      const change = await lockChange(tx, key);
      if (change?.status !== 'waiting') return;
      if (change.kind === 'rule' && !mayWant(change, members)) {
        await transitionChange(tx, change, 'replaced', null);
        return;
      }
      const about = { wanted_by: change.proposed_by, about: change.user_id };
      await recordMissingDecider(tx, key, await lacksDecider(tx, key.merchant_id, about));
      if (!(await isDue(tx, key))) return;
      await transitionChange(tx, change, 'elapsed', null);
      ctx.log.info(
        { merchant_id: key.merchant_id, change_id: key.id },
        'nobody could decide for 24 hours: the change takes effect',
      );
    });
  }
}

/**
 * Returns whether the proposer could set a rule now. This is not required for the change that makes somebody an
 * approver: it stays valid after the person who invited them has left.
 */
function mayWant({ proposed_by }: ApprovalChange, members: readonly HeldMember[]): boolean {
  const role = members.find(({ user_id }) => user_id === proposed_by)?.role;
  return role !== undefined && scopes_of[role].includes('settings:write');
}
