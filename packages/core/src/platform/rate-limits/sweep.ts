import type { Context } from '../context.ts';
import { deleteFullBuckets } from './queries.ts';

/** Rows per statement: few enough to be fast. */
const rows_max = 10_000;

/** Deletes the buckets that have not been used for long enough to be full again. */
export async function sweepBuckets(ctx: Pick<Context, 'db'>): Promise<void> {
  while ((await deleteFullBuckets(ctx.db, rows_max)) === rows_max);
}
