import type { Owner } from '../../events/queries.ts';
import { settleFeedWithin } from '../../events/settle.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { countEvents, listUncountedFeeds, lockProgress } from './queries.ts';

/** The maximum number of events in one transaction. */
const page_max = 5_000;
/**
 * The longest time for which writers of events have to wait for this process: payments take precedence over
 * figures.
 */
const wait_ms = 100;

/**
 * Adds new events to the daily figures. Each event is counted once, in the transaction that saves the progress, so
 * this may run in any process at any time.
 *
 * @returns the number of events counted
 */
export async function rollUpDays(ctx: Pick<Context, 'db'>, actor: ServiceActor): Promise<number> {
  requireScope(actor, 'jobs:run');
  let taken = 0;
  for (const feed of await listUncountedFeeds(ctx.db)) taken += await countFeed(ctx, feed);
  return taken;
}

async function countFeed(ctx: Pick<Context, 'db'>, feed: Owner): Promise<number> {
  const up_to = await settleFeedWithin(ctx, feed, wait_ms);
  // A transaction is still writing; the next round will see its events.
  if (up_to === undefined) return 0;
  let taken = 0;
  for (;;) {
    const count = await ctx.db.transaction().execute(async (tx) => {
      const after = await lockProgress(tx, feed);
      return after === null ? 0 : countEvents(tx, feed, { after, up_to, limit: page_max });
    });
    taken += count;
    if (count < page_max) return taken;
  }
}
