import type { ServiceActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { deleteExpiredSecrets, failStrandedDeliveries } from './queries.ts';

/** No transaction that writes an event takes this long. */
const settled_ms = 60_000;

/**
 * Deletes secrets that are no longer valid, and fails deliveries that were scheduled for an endpoint while it
 * was being disabled.
 */
export async function tidyEndpoints(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: ServiceActor,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const now = clock.now();
  await deleteExpiredSecrets(db, now);
  await failStrandedDeliveries(db, new Date(now.getTime() - settled_ms));
}
