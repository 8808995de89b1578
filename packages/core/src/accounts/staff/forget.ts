import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { deleteOver } from './queries.ts';
import { deleteAllOver } from './sessions/queries.ts';

/** Used codes are needed for minutes, and counts of refusals for an hour. */
const kept_ms = 24 * 60 * 60 * 1000;

/** Deletes expired rows: sessions, links, invitations, used codes and counts of refusals. */
export async function forgetExpired(
  { db, clock, session_limits }: Pick<Context, 'db' | 'clock' | 'session_limits'>,
  actor: ServiceActor,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const now = clock.now();
  await deleteAllOver(db, session_limits);
  await deleteOver(db, { now, old: new Date(now.getTime() - kept_ms) });
}
