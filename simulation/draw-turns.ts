import { type Chance, pick } from './chance.ts';

/** The success that a provider takes back: of money that came twice the first or the second, or a payout's. */
export const turned = ['first of two', 'second of two', 'payout'] as const;

/** A success is taken back: by a provider that says so, or by one that tells a person alone. */
export type TurnAction = {
  readonly at_ms: number;
  readonly kind: 'turn';
  readonly of: (typeof turned)[number];
};

const second_ms = 1000;
const minute_ms = 60 * second_ms;
/** The shares of histories: of those whose providers are unreliable, and of those with payouts. */
const twice_share = 0.9;
const payout_share = 0.15;
/** The first is rarely there when the second comes: it is on its way back, or waits for a decision. */
const first_share = 0.75;

/** Draws reversals of what is too rare to be met by chance: money that came twice, and payouts. */
export function drawTurns(
  random: Chance,
  { is_unreliable, has_payouts }: { readonly is_unreliable: boolean; readonly has_payouts: boolean },
): TurnAction[] {
  const turns: TurnAction[] = [];
  const [is_twice, is_payout] = [random() < twice_share, random() < payout_share];
  if (is_unreliable && is_twice) {
    const of = random() < first_share ? 'first of two' : 'second of two';
    // Soon after the second, which comes within minutes or when the session is over.
    for (const from_min of of === 'first of two' ? [3, 8, 13, 40, 65] : [15, 55]) {
      turns.push({ at_ms: from_min * minute_ms + pick(random, 1500) * second_ms, kind: 'turn', of });
    }
  }
  if (has_payouts && is_payout) {
    turns.push({ at_ms: (25 + pick(random, 80)) * minute_ms, kind: 'turn', of: 'payout' });
  }
  return turns;
}
