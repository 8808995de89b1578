import type { Context } from '../platform/context.ts';
import { tryToWait, waitForWriters } from '../platform/database/wait-for-writers.ts';
import { findSettledPosition, type Owner } from './queries.ts';

/**
 * Finds the position of a feed up to which everything has been committed and after which everything else will
 * come. Waits for current writers.
 *
 * @throws AppError `unavailable` when one has been writing for 5 seconds
 */
export function settleFeed(ctx: Pick<Context, 'db'>, owner: Owner): Promise<bigint> {
  return waitForWriters(ctx, (tx, wait_ms) => findSettledPosition(tx, owner, wait_ms));
}

/** As {@link settleFeed}. @returns undefined when a transaction has been writing for longer than `wait_ms` */
export async function settleFeedWithin(
  ctx: Pick<Context, 'db'>,
  owner: Owner,
  wait_ms: number,
): Promise<bigint | undefined> {
  return (await tryToWait(ctx, (tx, each_ms) => findSettledPosition(tx, owner, each_ms), wait_ms))?.result;
}
