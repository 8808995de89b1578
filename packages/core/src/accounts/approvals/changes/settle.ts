import type { ServiceActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { lockMembers } from '../../staff/members/queries.ts';
import { lacksDecider } from '../standing.ts';
import { endIfAbandoned } from './end-if-abandoned.ts';
import { isDue, listUnseen, lockChange, recordMissingDecider } from './queries.ts';
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
      if (await endIfAbandoned(tx, change, members)) return;
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
