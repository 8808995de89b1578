import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { foldChanges } from './queries.ts';

/** The maximum number of changes in one round, which locks their rows. */
const round_max = 5_000;

/**
 * Folds recorded changes into the stored balances, so that reading a balance stays fast. It is safe to run anywhere
 * at any time, because the amount of each balance stays the same.
 *
 * @returns the number of changes folded
 */
export async function rollUpBalances(ctx: Pick<Context, 'db'>, actor: ServiceActor): Promise<number> {
  requireScope(actor, 'jobs:run');
  let folded = 0;
  for (;;) {
    const count = await foldChanges(ctx.db, round_max);
    folded += count;
    if (count < round_max) return folded;
  }
}
