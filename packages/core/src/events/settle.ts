import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guichet/kernel/errors';
import pg from 'pg';
import type { Context } from '../platform/context.ts';
import { findSettledPosition, type Owner } from './queries.ts';

/**
 * Longest uninterrupted wait for current writers. They take milliseconds; while we wait, the merchant's other
 * writers queue behind us. It is shorter than PostgreSQL's deadlock_timeout (1 s), so that we are the one to
 * leave any deadlock.
 */
const stretch_ms = 500;
/** Between two waits, so that the writers queued behind us can write. */
const pause_ms = 100;
/** About 5 seconds in all, which only a stuck transaction outlasts. */
const stretches_max = 8;
/** SQLSTATE lock_not_available. */
const lock_not_available = '55P03';

/**
 * Finds the position of a feed up to which everything has been committed and after which everything else will
 * come. Waits for current writers.
 *
 * @throws AppError `unavailable` when one has been writing for 5 seconds
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

/** As {@link settleFeed}. @returns undefined when a transaction has been writing for longer than `wait_ms` */
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
