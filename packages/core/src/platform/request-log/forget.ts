import type { Context } from '../context.ts';
import { oldest, type Retention } from '../retention.ts';
import { deleteOldRequests } from './queries.ts';

/** Rows per statement: few enough to be fast. */
const rows_max = 10_000;

/** Deletes requests some days after their response. */
export async function forgetOldRequests(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { request_log_days }: Retention,
): Promise<void> {
  const before = oldest(clock.now(), request_log_days);
  if (before === null) return;
  while ((await deleteOldRequests(db, before, rows_max)) === rows_max);
}
