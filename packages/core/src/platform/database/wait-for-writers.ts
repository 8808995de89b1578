import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guichet/kernel/errors';
import pg from 'pg';
import type { Context } from '../context.ts';
import type { Connection } from './connect.ts';

/**
 * The longest uninterrupted wait for current writers. Writers usually take milliseconds, and the merchant's other
 * writers queue behind this wait. It is shorter than PostgreSQL's deadlock_timeout (1 s), so that in any deadlock
 * this transaction is the one that gives up.
 */
const stretch_ms = 500;
/** The pause between two waits, in which the queued writers can write. */
const pause_ms = 100;
/** The maximum number of waits, about 5 seconds in total; only a stuck transaction takes longer. */
const stretches_max = 8;
/** SQLSTATE lock_not_available. */
const lock_not_available = '55P03';

/**
 * Work that needs a lock which writers hold in shared mode. It waits for them for `wait_ms` at most, then throws
 * 55P03.
 */
export type LockingWork<Result> = (tx: Connection, wait_ms: number) => Promise<Result>;

/**
 * Runs, in a transaction of its own, work that has to wait for current writers.
 *
 * @throws AppError `unavailable` when a writer takes longer than about 5 seconds
 */
export async function waitForWriters<Result>(
  ctx: Pick<Context, 'db'>,
  work: LockingWork<Result>,
): Promise<Result> {
  for (let stretch = 1; ; stretch++) {
    const done = await tryToWait(ctx, work, stretch_ms);
    if (done) return done.result;
    if (stretch === stretches_max) {
      throw new AppError('unavailable', {
        message: 'Earlier events are still being written. Try again in a moment.',
        retry_after_s: 1,
      });
    }
    await setTimeout(pause_ms);
  }
}

/**
 * Runs the work like {@link waitForWriters}, but waits only once. @returns undefined when a writer takes longer
 * than `wait_ms`
 */
export async function tryToWait<Result>(
  ctx: Pick<Context, 'db'>,
  work: LockingWork<Result>,
  wait_ms: number,
): Promise<{ readonly result: Result } | undefined> {
  try {
    return { result: await ctx.db.transaction().execute((tx) => work(tx, wait_ms)) };
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lock_not_available) return undefined;
    throw error;
  }
}
