import type { Context } from '../context.ts';
import { deleteOver } from './queries.ts';

/** Codes that were used are asked for within minutes, counts of refusals within the hour. */
const kept_ms = 24 * 60 * 60 * 1000;

/** Forgets what has expired: sessions, links, invitations, and what was remembered for a while. */
export async function forgetExpired({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteOver(db, { now, old: new Date(now.getTime() - kept_ms) });
}
