import type { ServiceActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { oldest, type Retention } from '../../../platform/retention.ts';
import { deleteOldDeliveries } from './queries.ts';

/** The number of deliveries per transaction, small enough for short transactions. */
const round_max = 1_000;

/**
 * Deletes finished deliveries and their attempts a configured number of days after they were scheduled, when it no
 * longer matters whether an event was delivered. Events are kept.
 */
export async function forgetOldDeliveries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: ServiceActor,
  { webhook_deliveries_days }: Retention,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const before = oldest(clock.now(), webhook_deliveries_days);
  if (before === null) return;
  while ((await deleteOldDeliveries(db, before, round_max)) > 0);
}
