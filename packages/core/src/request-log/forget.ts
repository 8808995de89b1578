import type { Context } from '../context.ts';
import { deleteOldRequests } from './queries.ts';

const kept_ms = 7 * 24 * 60 * 60 * 1000;
/** Rows of one statement: small enough to be quick. */
const rows_max = 10_000;

/** Forgets requests a week after they were answered. */
export async function forgetOldRequests({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - kept_ms);
  while ((await deleteOldRequests(db, before, rows_max)) === rows_max);
}
