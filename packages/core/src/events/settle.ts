import type { Context } from '../platform/context.ts';
import { tryToWait, waitForWriters } from '../platform/database/wait-for-writers.ts';
import { findSettledPosition, type Owner } from './queries.ts';

type Ctx = Pick<Context, 'db'>;
type ClockedCtx = Pick<Context, 'db' | 'clock'>;

/**
 * The time for which a settled position is remembered. Once settled, a position stays settled, unless the database is
 * restored or fails over to a standby without the last commits while this process is running: positions are then
 * assigned again.
 */
const remembered_ms = 1_000;

interface Remembered {
  readonly position: bigint;
  readonly until_ms: number;
}

/** The settled positions of a database's feeds that are known to a process. */
interface Known {
  readonly settled: Map<string, Remembered>;
  /** The search in progress, by feed. */
  readonly settling: Map<string, Promise<bigint>>;
}

const known = new WeakMap<Ctx['db'], Known>();

function knownOf({ db }: Ctx): Known {
  const made = known.get(db) ?? { settled: new Map(), settling: new Map() };
  known.set(db, made);
  return made;
}

const nameOf = ({ merchant_id, mode }: Owner): string => `${mode} ${merchant_id}`;

/**
 * Finds the position of a feed up to which everything has been committed; all other events will come after it.
 * Waits for transactions that are writing now.
 *
 * @throws AppError `unavailable` when a transaction has been writing for 5 seconds
 */
export function settleFeed(ctx: Ctx, owner: Owner): Promise<bigint> {
  return waitForWriters(ctx, (tx, wait_ms) => findSettledPosition(tx, owner, wait_ms));
}

/** As {@link settleFeed}. @returns undefined when a transaction has been writing for longer than `wait_ms` */
export async function settleFeedWithin(ctx: Ctx, owner: Owner, wait_ms: number): Promise<bigint | undefined> {
  return (await tryToWait(ctx, (tx, each_ms) => findSettledPosition(tx, owner, each_ms), wait_ms))?.result;
}

/**
 * Returns a position up to which a feed is known to be settled; 0 when none was found within the last second.
 */
export function settledPosition(ctx: ClockedCtx, owner: Owner): bigint {
  const { settled } = knownOf(ctx);
  const remembered = settled.get(nameOf(owner));
  return remembered && ctx.clock.now().getTime() < remembered.until_ms ? remembered.position : 0n;
}

/**
 * Does the same as {@link settleFeed}, for readers that have seen an event at a position. A reader that arrives
 * while an earlier reader is waiting shares the result of the earlier one, unless that result is before its own
 * event.
 */
export async function settleFeedAt(ctx: ClockedCtx, owner: Owner, position: bigint): Promise<bigint> {
  const { settled, settling } = knownOf(ctx);
  const name = nameOf(owner);
  const other = await settling.get(name);
  if (other !== undefined && other >= position) return other;
  const begun = settleFeed(ctx, owner);
  settling.set(name, begun);
  try {
    const found = await begun;
    const now_ms = ctx.clock.now().getTime();
    for (const [key, { until_ms }] of settled) {
      if (until_ms > now_ms) break;
      settled.delete(key);
    }
    // Inserted at the end of the map, so that the oldest positions come first.
    settled.delete(name);
    settled.set(name, { position: found, until_ms: now_ms + remembered_ms });
    return found;
  } finally {
    if (settling.get(name) === begun) settling.delete(name);
  }
}
