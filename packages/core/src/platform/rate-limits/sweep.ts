import type { Context } from '../context.ts';
import { deleteFullBuckets } from './queries.ts';

/** Rows of one statement: small enough to be quick. */
const rows_max = 10_000;

/** Forgets the buckets of everybody who has been quiet long enough to have a full one. */
export async function sweepBuckets(ctx: Pick<Context, 'db'>): Promise<void> {
  while ((await deleteFullBuckets(ctx.db, rows_max)) === rows_max);
}
