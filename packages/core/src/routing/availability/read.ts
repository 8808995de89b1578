import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import { makeRecentMap } from '../../platform/rate-limits/recent-map.ts';
import { type Tally, tallyAttempts } from './queries.ts';

/** The length of the measured period, which ends now. */
const window_ms = 15 * 60_000;
/** The minimum number of attempts; with fewer, the availability is unknown. */
const attempts_min = 5;
/** An operator should be used last if at least this share of its attempts failed because of the operator itself. */
const bad_share = 0.5;
/** The lifetime of a cached measurement. */
const counted_for_ms = 10_000;
/** The maximum number of merchants and modes whose measurements are cached, about 1 KB each. */
const merchants_max = 2_000;

/** An operator's availability in the last 15 minutes. */
export interface OperatorAvailability {
  readonly attempts: number;
  /** From 0 to 1; null with too few attempts. */
  readonly success_rate: number | null;
  /** The median time from the prompt to the outcome; null with too few attempts. */
  readonly median_seconds: number | null;
  /** Whether so many attempts fail because of the operator itself that it should be used last. */
  readonly is_bad: boolean;
}

/** @returns the availability of every operator, including those that the merchant does not use */
export type ReadAvailability = (
  merchant_id: string,
  mode: Mode,
) => Promise<(operator: string) => OperatorAvailability>;

/** Makes the function with which a process measures availability, at most every 10 seconds for each merchant. */
export function makeReadAvailability(ctx: Pick<Context, 'db' | 'clock'>): ReadAvailability {
  const kept = makeRecentMap<{ tallies: Promise<readonly Tally[]>; until_ms: number }>(
    merchants_max,
    () => false,
  );
  return async (merchant_id, mode) => {
    const key = `${merchant_id} ${mode}`;
    const now_ms = ctx.clock.now().getTime();
    let counted = kept.get(key);
    if (!counted || now_ms >= counted.until_ms) {
      const since = new Date(now_ms - window_ms);
      const fresh = {
        tallies: tallyAttempts(ctx.db, { merchant_id, mode }, since),
        until_ms: now_ms + counted_for_ms,
      };
      // A failed measurement is repeated for the next caller; callers that are already waiting for it get the
      // error.
      fresh.tallies.catch(() => {
        fresh.until_ms = 0;
      });
      kept.set(key, fresh);
      counted = fresh;
    }
    const tallies = await counted.tallies;
    return (operator) => availabilityOf(tallies.find((tally) => tally.operator === operator));
  };
}

function availabilityOf(tally: Tally | undefined): OperatorAvailability {
  if (!tally) return { attempts: 0, success_rate: null, median_seconds: null, is_bad: false };
  const { attempts, successes, faults, median_seconds } = tally;
  if (attempts < attempts_min) return { attempts, success_rate: null, median_seconds: null, is_bad: false };
  return {
    attempts,
    success_rate: round(successes / attempts, 4),
    median_seconds: median_seconds === null ? null : round(median_seconds, 1),
    is_bad: faults / attempts >= bad_share,
  };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
