import type { Context } from '../../context.ts';
import { lockMembers } from '../../staff/members/queries.ts';
import { isAlone } from '../standing.ts';
import { isDue, listUnseen, lockChange, noteAlone } from './queries.ts';
import { transitionChange } from './transition.ts';

/** At once: more wait for the next round, a minute later. */
const changes_max = 100;

/**
 * Lets what weakens the rule take effect where for 24 hours nobody was there who could decide about it: a merchant with
 * one approver must not be stuck with its rule for ever. Somebody who can, at any moment in between, ends that.
 */
export async function settleChanges(ctx: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (const key of await listUnseen(ctx.db, changes_max)) {
    await ctx.db.transaction().execute(async (tx) => {
      await lockMembers(tx, key.merchant_id);
      const change = await lockChange(tx, key);
      if (change?.status !== 'waiting') return;
      const about = { wanted_by: change.proposed_by, about: change.user_id };
      await noteAlone(tx, key, await isAlone(tx, key.merchant_id, about));
      if (!(await isDue(tx, key))) return;
      await transitionChange(tx, change, 'elapsed', null);
      ctx.log.info({ merchant_id: key.merchant_id, change_id: key.id }, 'nobody could decide for a day');
    });
  }
}
