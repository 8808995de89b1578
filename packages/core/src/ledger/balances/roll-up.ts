import type { Context } from '../../platform/context.ts';
import { foldChanges } from './queries.ts';

/** Changes of one round: its rows are locked for as long as it takes. */
const round_max = 5_000;

/**
 * Folds the changes of all balances into the balances, so that reading one stays short. Safe to run anywhere at any
 * time: what a balance says never changes by it.
 *
 * @returns how many changes were folded
 */
export async function rollUpBalances(ctx: Pick<Context, 'db'>): Promise<number> {
  let folded = 0;
  for (;;) {
    const count = await foldChanges(ctx.db, round_max);
    folded += count;
    if (count < round_max) return folded;
  }
}
