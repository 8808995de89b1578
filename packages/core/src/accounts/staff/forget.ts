import type { Context } from '../../platform/context.ts';
import { deleteOver } from './queries.ts';
import { deleteAllOver } from './sessions/queries.ts';

/** Codes that were used are asked for within minutes, counts of refusals within the hour. */
const kept_ms = 24 * 60 * 60 * 1000;

/** Forgets what has expired: sessions, links, invitations, and what was remembered for a while. */
export async function forgetExpired({
  db,
  clock,
  session_limits,
}: Pick<Context, 'db' | 'clock' | 'session_limits'>): Promise<void> {
  const now = clock.now();
  await deleteAllOver(db, session_limits);
  await deleteOver(db, { now, old: new Date(now.getTime() - kept_ms) });
}
