import { type Chance, pick } from './chance.ts';

/**
 * The times of a loss, in milliseconds since the history began. The loss restores the database from an older
 * copy.
 */
export interface LossPlan {
  /** The time at which the copy is made. */
  readonly copied_at_ms: number;
  /** The time of the loss. */
  readonly lost_at_ms: number;
  /** The time from the loss until a person opens the service, or tries to. */
  readonly open_after_ms: number;
}

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** The share of histories with a loss, which take several times as long as others. */
const share = 0.04;

/**
 * Draws whether the database is lost, and when.
 *
 * @param random a separate source, so that a loss does not change the other draws
 */
export function drawLoss(random: Chance, is_wanted = false): LossPlan | null {
  const is_drawn = random() < share;
  if (!is_drawn && !is_wanted) return null;
  // Either during the first payments, or during payouts and refunds.
  const copied_at_ms = random() < 0.4 ? pick(random, 180) * second_ms : (8 + pick(random, 55)) * minute_ms;
  return {
    copied_at_ms,
    lost_at_ms: copied_at_ms + 30 * second_ms + pick(random, 15 * 60) * second_ms,
    open_after_ms: 30 * second_ms + pick(random, 300) * second_ms,
  };
}
