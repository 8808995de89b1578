import { type Chance, pick } from './chance.ts';

/**
 * The success that a provider reverses: the first or the second success of a payment whose money arrived twice, or
 * a payout.
 */
export const turned = ['first of two', 'second of two', 'payout'] as const;

/**
 * A success is reversed, either by a provider that reports the reversal to the service, or by one that reports it
 * only to a person.
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
 * The share of these reversals that concern the first money. It is high because the first money is rarely still
 * there when the second arrives: its refund is in flight, or it awaits a decision.
 */
const first_share = 0.75;

/** Draws reversals that are too rare to occur by chance: of money that arrived twice, and of payouts. */
export function drawTurns(
  random: Chance,
  { is_unreliable, has_payouts }: { readonly is_unreliable: boolean; readonly has_payouts: boolean },
): TurnAction[] {
  const turns: TurnAction[] = [];
  const [is_twice, is_payout] = [random() < twice_share, random() < payout_share];
  if (is_unreliable && is_twice) {
    const of = random() < first_share ? 'first of two' : 'second of two';
    // Soon after the money arrives for the second time, which is either within minutes or after the end of the
    // session.
    for (const from_min of of === 'first of two' ? [3, 8, 13, 40, 65] : [15, 55]) {
      turns.push({ at_ms: from_min * minute_ms + pick(random, 1500) * second_ms, kind: 'turn', of });
    }
  }
  if (has_payouts && is_payout) {
    turns.push({ at_ms: (25 + pick(random, 80)) * minute_ms, kind: 'turn', of: 'payout' });
  }
  return turns;
}
