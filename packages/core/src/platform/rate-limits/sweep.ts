import type { Context } from '../context.ts';
import { deleteFullBuckets } from './queries.ts';

/** Rows of one statement: small enough to be quick. */
const rows_max = 10_000;

/** Deletes the buckets of subjects that have been quiet long enough to be full. */
export async function sweepBuckets(ctx: Pick<Context, 'db'>): Promise<void> {
  while ((await deleteFullBuckets(ctx.db, rows_max)) === rows_max);
}
