import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { oldest, type Retention } from '../../platform/retention.ts';
import { deleteCallbacksBefore } from './queries.ts';

/** The number of callbacks deleted in one round: few enough for short transactions. */
const round_max = 1_000;

/**
 * Deletes callbacks after a number of days, when they are no longer needed as evidence of the operator's report in
 * a dispute.
 */
export async function forgetOldCallbacks(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: ServiceActor,
  { callbacks_days }: Retention,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const before = oldest(clock.now(), callbacks_days);
  if (before === null) return;
  while ((await deleteCallbacksBefore(db, before, round_max)) === round_max);
}
