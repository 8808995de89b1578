import type { Breach } from '../../ledger/invariants/breach.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findStalled, findStranded } from './queries.ts';

/** Minimum age of a breach: twice the time in which a running worker finds and repairs it. */
const age_min_ms = 2 * 60_000;

/**
 * Finds open attempts, payouts, refunds, callbacks, deliveries and confirmed files of payouts that have no next
 * step: neither a job, nor a scheduled time, nor a review.
 *
 * @param limit maximum number of stranded objects, and also of stalled ones
 */
export async function findWithoutNextStep(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
  limit: number,
): Promise<readonly Breach[]> {
  requireScope(actor, 'installation:read');
  const before = new Date(ctx.clock.now().getTime() - age_min_ms);
  const stranded = await findStranded(ctx.db, before, limit);
  const stalled = await findStalled(ctx.db, before, limit);
  return [
    ...stranded.map(({ id, next_task }) => breachOf(id, `no job ${next_task}, and no review`)),
    ...stalled.map(({ id, lacks }) => breachOf(id, lacks)),
  ];
}

function breachOf(subject: string, detail: string): Breach {
  return { rule: 'open_has_next_step', subject, detail };
}
