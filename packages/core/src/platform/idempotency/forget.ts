import type { Context } from '../context.ts';
import { deleteOldKeys } from './queries.ts';
import { key_lifetime_ms } from './run-idempotently.ts';

/** The maximum number of keys to delete at a time, small enough for short transactions. */
const round_max = 5_000;

/** Deletes expired idempotency keys. */
export async function forgetOldKeys(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - key_lifetime_ms);
  while ((await deleteOldKeys(ctx.db, until, round_max)) === round_max);
}
