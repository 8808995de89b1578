import type { ServiceActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { kept_ms } from './limits.ts';
import { deleteUnconfirmed } from './queries.ts';

/** The number of files deleted in one statement, because each has up to 10,000 lines. */
const batches_max = 10;

/** Deletes files that were never confirmed, with the names and numbers in them. */
export async function forgetOldBatches(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: ServiceActor,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const before = new Date(clock.now().getTime() - kept_ms);
  while ((await deleteUnconfirmed(db, before, batches_max)) === batches_max);
}
