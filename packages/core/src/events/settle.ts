import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guichet/kernel/errors';
import pg from 'pg';
import type { Context } from '../platform/context.ts';
import { findSettledPosition, type Owner } from './queries.ts';

/**
 * Longest wait at a stretch for those who are writing. They write for milliseconds; while we wait, others of the same
 * merchant wait behind us. Less than the second after which PostgreSQL looks for circles of waiting (deadlock_timeout),
 * so that if one goes through us, we are the one to leave.
 */
const stretch_ms = 500;
/** Between two stretches those who came behind us write. */
const pause_ms = 100;
/** So many stretches: about 5 seconds, which only something stuck outlasts. */
const stretches_max = 8;
/** SQLSTATE lock_not_available. */
const lock_not_available = '55P03';

/**
 * The position of a feed up to which everything has been committed, and after which everything else will come. Waits
 * for those who are writing.
 *
 * @throws AppError `unavailable` when somebody has been writing for 5 seconds
 */
export async function settleFeed(ctx: Pick<Context, 'db'>, owner: Owner): Promise<bigint> {
  for (let stretch = 1; ; stretch++) {
    const position = await settleFeedWithin(ctx, owner, stretch_ms);
    if (position !== undefined) return position;
    if (stretch === stretches_max) {
      throw new AppError('unavailable', {
        message: 'Earlier events are still being written. Try again in a moment.',
        retry_after_s: 1,
      });
    }
    await setTimeout(pause_ms);
  }
}

/** As {@link settleFeed}. @returns undefined when somebody has been writing for longer than `wait_ms` */
export async function settleFeedWithin(
  ctx: Pick<Context, 'db'>,
  owner: Owner,
  wait_ms: number,
): Promise<bigint | undefined> {
  try {
    return await ctx.db.transaction().execute((tx) => findSettledPosition(tx, owner, wait_ms));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lock_not_available) return undefined;
    throw error;
  }
}
