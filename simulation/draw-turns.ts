import { type Chance, pick } from './chance.ts';

/**
 * The successes that a provider may reverse: the first or the second of two successful attempts at the same
 * payment, or a payout.
 */
export const turned = ['first of two', 'second of two', 'payout'] as const;

/**
 * A provider reverses a success of the given kind. Some providers report this to the service, others only to
 * a person, who records it.
 */
export type TurnAction = {
  readonly at_ms: number;
  readonly kind: 'turn';
  readonly of: (typeof turned)[number];
};

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/**
 * The shares of histories that get these reversals: `twice_share` of those with unreliable providers, and
 * `payout_share` of those with payouts.
 */
const twice_share = 0.9;
const payout_share = 0.15;
/**
 * The share of reversals that concern the first of two successes. It is high because such a reversal is
 * rarely possible: when the second success arrives, the first money is usually being refunded, or awaits a
 * decision.
 */
const first_share = 0.75;

/** Draws reversals of duplicates and payouts, which would otherwise be too rare. */
export function drawTurns(
  random: Chance,
  { is_unreliable, has_payouts }: { readonly is_unreliable: boolean; readonly has_payouts: boolean },
): TurnAction[] {
  const turns: TurnAction[] = [];
  const [is_twice, is_payout] = [random() < twice_share, random() < payout_share];
  if (is_unreliable && is_twice) {
    const of = random() < first_share ? 'first of two' : 'second of two';
    // The second success arrives within minutes or after the end of the session, and the reversal soon after
    // that.
    for (const from_min of of === 'first of two' ? [3, 8, 13, 40, 65] : [15, 55]) {
      turns.push({ at_ms: from_min * minute_ms + pick(random, 1500) * second_ms, kind: 'turn', of });
    }
  }
  if (has_payouts && is_payout) {
    turns.push({ at_ms: (25 + pick(random, 80)) * minute_ms, kind: 'turn', of: 'payout' });
  }
  return turns;
}
