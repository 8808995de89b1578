import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import { makeRecentMap } from '../../platform/rate-limits/recent-map.ts';
import { type Tally, tallyAttempts } from './queries.ts';

/** What is measured, back from now. */
const window_ms = 15 * 60_000;
/** Fewer say nothing. */
export const attempts_min = 5;
/** From this share of payments that went wrong by its own fault on, an operator is one to try last. */
const bad_share = 0.5;
/** What was counted serves this long. */
const counted_for_ms = 10_000;
/** Merchants and modes whose counts are kept, about 1 KB each. */
const merchants_max = 2_000;

/** How payments with an operator went in the last 15 minutes. */
export interface OperatorWeather {
  readonly attempts: number;
  /** From 0 to 1; null where there are too few attempts to say. */
  readonly success_rate: number | null;
  /** From the prompt to the answer; null where there are too few attempts to say. */
  readonly median_seconds: number | null;
  /** The operator fails so often, and not by its customers' doing, that it should be tried last. */
  readonly is_bad: boolean;
}

/** @returns the weather of every operator, also of those that nobody paid with */
export type ReadWeather = (merchant_id: string, mode: Mode) => Promise<(operator: string) => OperatorWeather>;

/** Makes the weather report of a process, which counts a merchant's payments every 10 seconds at most. */
export function makeReadWeather(ctx: Pick<Context, 'db' | 'clock'>): ReadWeather {
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
      // What failed is counted again by whoever comes next; who waits for it is told of the failure.
      fresh.tallies.catch(() => {
        fresh.until_ms = 0;
      });
      kept.set(key, fresh);
      counted = fresh;
    }
    const tallies = await counted.tallies;
    return (operator) => weatherOf(tallies.find((tally) => tally.operator === operator));
  };
}

function weatherOf(tally: Tally | undefined): OperatorWeather {
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
